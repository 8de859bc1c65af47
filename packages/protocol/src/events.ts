import { z } from 'zod';
import { inferred, observed } from './certainty.js';
import { ChannelId, MessageId, TeamId, UserId } from './ids.js';
import { Channel } from './resources/channel.js';
import { Message } from './resources/message.js';
import { Team } from './resources/team.js';
import { ClientUser, Presence, User, UserRpc } from './resources/user.js';
import { list, orNull, resource } from './wire.js';

const teamId = observed(TeamId, 'client:ts', 'client:py');
const channelId = observed(ChannelId, 'client:ts', 'client:py');

const channelEvent = resource({
  channel: observed(Channel, 'client:ts', 'client:py', 'recorded-shape'),
  teamId: observed(TeamId, 'client:ts', 'client:py', 'recorded-shape'),
});

const messageEvent = resource({
  message: observed(Message, 'client:ts', 'client:py', 'client:js', 'console'),
  channelId: observed(ChannelId, 'client:ts', 'client:py', 'client:js', 'console'),
  channelType: observed(z.string().default('text'), 'client:ts', 'console'),
  teamId: observed(orNull(TeamId), 'client:ts', 'client:py', 'console'),
});

/** One client reads the newcomer under `user`, another under `member`; code finds it under `user`. */
function userFromMember(wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null || 'user' in wire) return wire;
  return { ...wire, user: (wire as { member?: unknown }).member };
}

/** The typing payload names its user by id, or carries the user; code finds `userId`. */
function userIdFromUser(wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null || 'userId' in wire) return wire;
  return { ...wire, userId: (wire as { user?: { id?: unknown } }).user?.id };
}

/** The payload of each event kind. Kinds that are not here stay raw. */
export const events = {
  CHANNEL_CREATED: channelEvent,
  CHANNEL_UPDATED: channelEvent,
  CHANNEL_DELETED: resource({ channelId, teamId }),
  MESSAGE_SEND: messageEvent,
  MESSAGE_UPDATED: messageEvent,
  MESSAGE_DELETED: resource({ messageId: observed(MessageId, 'client:ts', 'client:py'), channelId, teamId }),
  PRESENCE_UPDATE: resource({
    userId: observed(UserId, 'client:ts', 'client:teamlify'),
    presence: observed(Presence.optional(), 'client:ts', 'client:teamlify'),
    userRPC: observed(UserRpc.optional(), 'client:ts'),
  }),
  USER_JOINED_TEAM: z.preprocess(userFromMember, resource({ user: observed(User, 'client:py'), teamId })),
  USER_LEFT_TEAM: resource({ member: observed(User, 'client:ts', 'client:py'), teamId }),
  CHANNEL_TYPING: z.preprocess(
    userIdFromUser,
    resource({
      channelId: observed(ChannelId, 'client:teamlify'),
      teamId: observed(TeamId, 'client:teamlify'),
      userId: inferred(UserId, 'a receiver must learn who types'),
    }),
  ),
} as const;

export type EventKind = keyof typeof events;
export type EventPayload<Kind extends EventKind> = z.output<(typeof events)[Kind]>;

/** An event of a known kind, as listeners get it. */
export type GatewayEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: { readonly kind: K; readonly data: EventPayload<K> };
}[Kind];

/** The first frame of a connection: who the caller is, its teams, and how often to send a heartbeat. */
export const Ready = resource({
  user: observed(ClientUser, 'client:py', 'client:ts', 'client:teamlify', 'console'),
  teams: observed(list(Team), 'client:py'),
  // Not checked here: a hostile number must not cost the connection; the gateway clamps it.
  heartbeatIntervalMs: observed(z.unknown().optional(), 'client:py', 'client:teamlify'),
});
export type Ready = z.output<typeof Ready>;
