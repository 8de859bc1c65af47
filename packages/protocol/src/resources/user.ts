import { z } from 'zod';
import { observed, stated } from '../certainty.js';
import { EmojiId, UserId } from '../ids.js';
import { limits } from '../limits.js';
import { list, orNull, resource, Timestamp } from '../wire.js';

/** A bit set as a decimal string (stated); one recorded shape has an integer, which is read too. */
const Flags = z.preprocess((wire) => (typeof wire === 'number' ? String(wire) : (wire ?? '0')), z.string());

/** A date the service may leave out, as null does. */
const MaybeTimestamp = orNull(Timestamp);

export const Presence = z.int().min(0).max(limits.presence.value);
/** 0 offline, 1 online, 2 idle, 3 do not disturb. The range is stated, the names observed. */
export type Presence = z.output<typeof Presence>;

export const UserStatus = resource({
  content: orNull(z.string()),
  emojiId: orNull(EmojiId),
});

/** What a user is busy with. Each member may be null; the whole may arrive as an empty object. */
export const UserRpc = resource({
  type: orNull(z.string()),
  name: orNull(z.string()),
  id: orNull(z.preprocess((wire) => (typeof wire === 'number' ? String(wire) : wire), z.string())),
  startedAt: MaybeTimestamp,
});

/** A badge of a user. Its members say nothing that code depends on, so none may cost the whole user. */
export const Badge = resource({
  id: observed(orNull(z.string()), 'client:ts', 'client:teamlify'),
  name: observed(orNull(z.string()), 'client:ts', 'client:teamlify'),
  icon: observed(orNull(z.string()), 'client:ts', 'client:teamlify'),
}).meta({ id: 'Badge' });
export type Badge = z.output<typeof Badge>;

const userMembers = {
  id: stated(UserId),
  username: stated(z.string(), 'seed', 'docs'),
  subdomain: stated(orNull(z.string())),
  profilePicture: stated(orNull(z.string()), 'seed', 'docs'),
  banner: stated(orNull(z.string()), 'seed', 'docs'),
  bot: stated(z.boolean().default(false), 'seed', 'docs'),
  presence: stated(Presence.default(0), 'seed', 'docs'),
  flags: stated(Flags),
  badges: stated(list(Badge)),
  userStatus: stated(orNull(UserStatus)),
  userRPC: stated(orNull(UserRpc)),
  connections: stated(list(z.unknown())),
  createdAt: stated(MaybeTimestamp),
  lastOnline: stated(MaybeTimestamp),
  system: stated(z.boolean().default(false)),
  webhook: observed(z.boolean().default(false), 'client:py', 'recorded-shape'),
};

/** An account: a person, a bot or the system. */
export const User = resource(userMembers).meta({ id: 'User' });
export type User = z.output<typeof User>;

/** The caller's own account, as READY and `GET /me` give it. */
export const ClientUser = resource({
  ...userMembers,
  verified: observed(z.boolean().default(false), 'client:py', 'client:teamlify'),
  disabled: observed(z.boolean().default(false), 'client:py', 'client:teamlify'),
  privateFlags: observed(Flags, 'client:teamlify'),
}).meta({ id: 'ClientUser' });
export type ClientUser = z.output<typeof ClientUser>;

export { userMembers };
