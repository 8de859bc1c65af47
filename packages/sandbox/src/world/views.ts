import {
  type Channel,
  type ClientUser,
  type Member,
  type Message,
  privateChannelName,
  type User,
  type UserId,
} from '@botwright/protocol';
import type { Membership, StoredMessage, TeamView, WorldView } from './state.js';
import { existing } from './state.js';

/** A user as the user themself gets it. */
export function asClientUser(user: User): ClientUser {
  return { ...user, verified: true, disabled: false, privateFlags: '0' };
}

export function asMember(world: WorldView, team: TeamView, userId: string, membership: Membership): Member {
  const { user } = existing(world.accounts, userId);
  return { ...user, joinedAt: membership.joinedAt, roles: [...membership.roles], teamId: team.team.id };
}

export function asMessage(world: WorldView, { author, ...stored }: StoredMessage): Message {
  return { ...stored, createdBy: author ?? existing(world.accounts, stored.createdBy).user };
}

/** A channel as it is listed for somebody who may not see it: that it is there, and nothing of what it is for. */
export function asPrivateChannel(channel: Channel): Channel {
  return {
    ...channel,
    name: privateChannelName,
    description: null,
    permissions: { role: {} },
    participants: [],
    additionalData: null,
  };
}

/** A channel as CHANNEL_UPDATED carries it: with its creator in full (recorded), where all else has the id alone. */
export function asUpdatedChannel(world: WorldView, channel: Channel): Channel {
  const createdBy: unknown = existing(world.accounts, channel.createdBy).user;
  return { ...channel, createdBy: createdBy as UserId };
}
