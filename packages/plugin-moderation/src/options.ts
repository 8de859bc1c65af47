import { z } from 'zod';

/** What `moderation()` takes. */
export const ModerationOptions = z.strictObject({
  /** The name of the role that keeps people from writing. It is made where a team has none of that name. */
  muteRole: z.string().min(1).default('Muted'),
});
export type ModerationOptions = z.output<typeof ModerationOptions>;

/** Under this the plugin's container holds its {@link ModerationOptions}. */
export const moderationOptions = Symbol('moderation options');
