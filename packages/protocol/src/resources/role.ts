import { z } from 'zod';
import { stated } from '../certainty.js';
import { EmojiId, RoleId, TeamId, UserId } from '../ids.js';
import { orNull, resource, Timestamp } from '../wire.js';

/** A role of a team. A higher `priority` stands above a lower one (inferred). */
export const Role = resource({
  id: stated(RoleId, 'docs'),
  teamId: stated(TeamId, 'docs'),
  name: stated(z.string(), 'docs'),
  iconUrl: stated(orNull(z.string()), 'docs'),
  color: stated(z.string(), 'docs'),
  color2: stated(orNull(z.string()), 'docs'),
  permissions: stated(z.int().min(0).default(0), 'docs'),
  priority: stated(z.int().default(0), 'docs'),
  createdAt: stated(Timestamp, 'docs'),
  updatedAt: stated(orNull(Timestamp), 'docs'),
  isDisplayedSeparately: stated(z.boolean().default(true), 'docs'),
  isSelfAssignable: stated(z.boolean().default(false), 'docs'),
  iconEmojiId: stated(orNull(EmojiId), 'docs'),
  mentionable: stated(z.boolean().default(true), 'docs'),
  botScope: stated(
    z.preprocess((wire) => wire ?? {}, resource({ userId: UserId.nullish() })),
    'docs',
  ),
}).meta({ id: 'Role' });
export type Role = z.output<typeof Role>;
