import { z } from 'zod';
import { observed } from '../certainty.js';
import { CategoryId, ChannelId, RoleId, TeamId, UserId } from '../ids.js';
import { limits } from '../limits.js';
import { list, orNull, resource, Timestamp } from '../wire.js';

/** What one role may and may not do in one channel, as bits of the channel's type. */
export const PermissionOverwrite = resource({
  allow: z.int().min(0).default(0),
  deny: z.int().min(0).default(0),
});

/** Overwrites by role id; an empty object on the wire means there are none. */
export const PermissionOverwrites = z.preprocess(
  (wire) => wire ?? {},
  resource({
    role: observed(
      z.preprocess((wire) => wire ?? {}, z.record(RoleId as z.ZodType<string, string>, PermissionOverwrite)),
      'client:ts',
      'client:py',
      'client:teamlify',
    ),
  }),
);

export const ChannelAdditionalData = resource({
  streamChannel: orNull(z.string()),
  streamPlatform: orNull(z.string()),
});

/** Some sources list people in a voice channel as ids, others as objects with an id. */
const Participant = z.preprocess((wire) => (typeof wire === 'string' ? { id: wire } : wire), resource({ id: UserId }));

/** An id everywhere but in CHANNEL_UPDATED, where the recorded shape has the whole user. */
const CreatedBy = z.preprocess(
  (wire) => (typeof wire === 'object' && wire !== null ? (wire as { id?: unknown }).id : wire),
  UserId,
);

/** A channel of a team. `parentId` is the category that holds it. */
export const Channel = resource({
  id: observed(ChannelId, 'client:ts', 'client:py', 'recorded-shape'),
  type: observed(z.string(), 'client:ts', 'client:py', 'client:teamlify', 'recorded-shape'),
  teamId: observed(TeamId, 'client:ts', 'client:py', 'recorded-shape'),
  name: observed(z.string(), 'client:py', 'recorded-shape'),
  description: observed(orNull(z.string()), 'client:ts', 'client:py', 'recorded-shape'),
  createdBy: observed(CreatedBy, 'client:py', 'client:ts', 'recorded-shape'),
  parentId: observed(orNull(CategoryId), 'client:ts', 'client:py', 'recorded-shape'),
  priority: observed(z.int().default(0), 'client:ts', 'client:py', 'recorded-shape'),
  rateLimitPerUser: observed(orNull(z.int().min(0).max(limits.slowModeSeconds.value)), 'client:py', 'client:ts'),
  participants: observed(list(Participant), 'client:py', 'client:ts'),
  userLimit: observed(orNull(z.int()), 'client:py'),
  permissions: observed(PermissionOverwrites, 'client:ts', 'client:py', 'recorded-shape'),
  additionalData: observed(orNull(ChannelAdditionalData), 'client:ts', 'client:py', 'recorded-shape'),
  createdAt: observed(Timestamp, 'client:ts', 'client:py', 'recorded-shape'),
}).meta({ id: 'Channel' });
export type Channel = z.output<typeof Channel>;

/** A group of channels. */
export const Category = resource({
  id: observed(CategoryId, 'client:ts', 'client:py'),
  teamId: observed(TeamId, 'client:ts', 'client:py'),
  name: observed(z.string(), 'client:ts', 'client:py'),
  createdBy: observed(CreatedBy, 'client:ts', 'client:py'),
  priority: observed(orNull(z.int()), 'client:ts', 'client:py'),
  permissions: observed(PermissionOverwrites, 'client:ts', 'client:py'),
  createdAt: observed(Timestamp, 'client:ts', 'client:py'),
  editedAt: observed(orNull(Timestamp), 'client:ts', 'client:py'),
}).meta({ id: 'Category' });
export type Category = z.output<typeof Category>;
