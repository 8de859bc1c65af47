import type { Channel, TeamId, UserId } from '@botwright/protocol';
import { mayView } from '../permissions.js';
import type { WorldView } from '../world/state.js';

type Audience = (userId: UserId) => boolean;

export function viewersOf(world: WorldView, channel: Channel): Audience {
  return (userId) => mayView(world, channel, userId);
}

export function membersOf(world: WorldView, teamId: TeamId): Audience {
  return (userId) => world.teams.get(teamId)?.members.has(userId) ?? false;
}

/** The user and everybody who shares a team with them. */
export function acquaintancesOf(world: WorldView, userId: UserId): Audience {
  const shared = [...world.teams.values()].filter((team) => team.members.has(userId));
  return (otherId) => otherId === userId || shared.some((team) => team.members.has(otherId));
}
