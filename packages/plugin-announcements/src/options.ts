import { z } from 'zod';

const ChannelName = z.string().min(1);

/** What `announcements()` takes. Channels go by name or id. */
export const AnnouncementsOptions = z.strictObject({
  /** The announcement channel where announcements stand, and whose rights decide who may announce at all. */
  channel: ChannelName.default('announcements'),
  /** Where else they go unless `--to` says so: announcement channels, and text channels as messages. */
  crossPost: z.array(ChannelName).default([]),
});
export type AnnouncementsOptions = z.output<typeof AnnouncementsOptions>;

/** Under this the plugin's container holds its {@link AnnouncementsOptions}. */
export const announcementsOptions = Symbol('announcements options');
