import type { TeamId, UserId } from '@botwright/protocol';
import { mayView } from '../permissions.js';
import type { MessageChannel } from '../world/message-channel.js';
import { existing, type WorldView } from '../world/state.js';

type Audience = (userId: UserId) => boolean;

export function viewersOf(world: WorldView, channel: MessageChannel): Audience {
  if (channel.teamId !== null) return (userId) => mayView(world, channel, userId);
  const { users } = existing(world.directMessages, channel.id);
  return (userId) => users.includes(userId);
}

export function membersOf(world: WorldView, teamId: TeamId): Audience {
  return (userId) => world.teams.get(teamId)?.members.has(userId) ?? false;
}

/** The user and everybody who shares a team with them. */
export function acquaintancesOf(world: WorldView, userId: UserId): Audience {
  const shared = [...world.teams.values()].filter((team) => team.members.has(userId));
  return (otherId) => otherId === userId || shared.some((team) => team.members.has(otherId));
}
