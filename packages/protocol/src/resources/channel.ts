import { z } from 'zod';
import { inferred, observed } from '../certainty.js';
import { CategoryId, ChannelId, RoleId, TeamId, UserId } from '../ids.js';
import { limits } from '../limits.js';
import { channelTypes } from '../permissions.js';
import { alsoReads, isRecord, list, memberAlsoNamed, orElse, orNull, resource, Timestamp } from '../wire.js';

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

/** What a caller gives for a watch-stream channel (observed); other types take none. */
export const ChannelAdditionalDataInput = resource({
  streamChannel: z.string().nullish(),
  streamPlatform: z.string().nullish(),
});

const bits = orElse(z.int().min(0), 0);

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
  // Typed by one script alone and absent from every later shape.
  nsfw: observed(z.boolean().nullish(), 'console'),
  region: observed(z.string().nullish(), 'console'),
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

const additionalData = observed(
  ChannelAdditionalDataInput.nullish(),
  'client:ts',
  'client:py',
  'console',
  'client:teamlify',
);

/** A channel to be. One client sends its name as `channelName`. */
export const ChannelDraft = alsoReads(
  resource({
    name: observed(z.string().min(1), 'client:ts', 'client:py', 'console', 'client:teamlify'),
    type: observed(
      z.enum(channelTypes).default('text'),
      'client:ts',
      'client:py',
      'client:js',
      'console',
      'client:teamlify',
    ),
    additionalData,
  }),
  memberAlsoNamed('name', 'channelName'),
);
export type ChannelDraft = z.input<typeof ChannelDraft>;

/** A change to a channel. Every client sends `name` every time; whether it may be left out is unknown. */
export const ChannelChange = resource({
  name: observed(z.string().min(1), 'client:ts', 'client:py', 'console', 'client:teamlify'),
  additionalData,
  description: observed(z.string().nullish(), 'client:py'),
});
export type ChannelChange = z.input<typeof ChannelChange>;

/** Bits to allow and to deny, in place of the ones before (inferred from their being sent together). */
export const PermissionOverwriteInput = resource({
  allow: observed(bits, 'client:ts', 'client:py', 'console'),
  deny: observed(bits, 'client:ts', 'client:py', 'console'),
});
export type PermissionOverwriteInput = z.input<typeof PermissionOverwriteInput>;

/** Some clients send the list without its object, and ids may stand for entries, the first on top (inferred). */
function toChannelPriorities(wire: unknown): unknown {
  const order = isRecord(wire) ? wire['channels'] : wire;
  if (!Array.isArray(order)) return wire;
  const channels = order.map((entry, priority) => (typeof entry === 'string' ? { id: entry, priority } : entry));
  return isRecord(wire) ? { ...wire, channels } : { channels };
}

/** Where each channel of a team stands. */
export const ChannelPriorities = alsoReads(
  resource({
    channels: inferred(
      z.array(resource({ id: ChannelId, priority: z.int() })),
      'clients type the entries as objects; their members are those of a channel',
    ),
  }),
  toChannelPriorities,
);
export type ChannelPriorities = z.input<typeof ChannelPriorities>;
