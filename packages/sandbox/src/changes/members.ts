import type { RoleId, TeamId, UserId } from '@botwright/protocol';
import { callerDigest } from '../credentials.js';
import { newBot, newPerson } from '../world/accounts.js';
import { type Change, type WorldEvent, worldEvent } from '../world/change.js';
import { type Account, existing, type Membership, type TeamState, type WorldState } from '../world/state.js';
import { asMember } from '../world/views.js';
import { membersOf } from './audience.js';
import { leaveVoiceOfTeam } from './voice.js';

/** Makes somebody new a member of a team. */
export function addPerson(
  teamId: TeamId,
  username: string,
  roles: readonly RoleId[],
  kind: 'person' | 'bot' = 'person',
): Change<Account> {
  return (state, stamp) => {
    const account = kind === 'bot' ? newBot(stamp, username) : newPerson(stamp, username);
    state.accounts.set(account.user.id, account);
    state.callers.set(callerDigest(account), account.user.id);
    return { answer: account, events: join(state, teamId, account, { joinedAt: stamp.now(), roles }) };
  };
}

/** Lets somebody who has left come back. */
export function rejoinTeam(teamId: TeamId, account: Account, roles: readonly RoleId[]): Change<Account> {
  return (state, stamp) => ({
    answer: account,
    events: join(state, teamId, account, { joinedAt: stamp.now(), roles }),
  });
}

export function removeMember(teamId: TeamId, userId: UserId): Change<void> {
  return (state) => ({ answer: undefined, events: leave(state, teamId, userId) });
}

/** Keeps a user out. Who is banned already stays so, with the first reason. */
export function banUser(teamId: TeamId, userId: UserId, reason: string | null): Change<void> {
  return (state, stamp) => {
    const { bans } = existing(state.teams, teamId);
    if (!bans.has(userId)) bans.set(userId, { userId, reason, bannedAt: stamp.now() });
    return { answer: undefined, events: leave(state, teamId, userId) };
  };
}

export function unbanUser(teamId: TeamId, userId: UserId): Change<void> {
  return (state) => {
    existing(state.teams, teamId).bans.delete(userId);
    return { answer: undefined, events: [] };
  };
}

function join(state: WorldState, teamId: TeamId, { user }: Account, membership: Membership): WorldEvent[] {
  const team = existing(state.teams, teamId);
  team.members.set(user.id, membership);
  countMembers(team);
  const member = asMember(state, team, user.id, membership);
  return [worldEvent('USER_JOINED_TEAM', { user, member, teamId }, membersOf(state, teamId))];
}

/** Roles end with the membership that holds them, and so does a place in a voice channel. Whoever is no member causes no event. */
function leave(state: WorldState, teamId: TeamId, userId: UserId): WorldEvent[] {
  const team = existing(state.teams, teamId);
  const membership = team.members.get(userId);
  if (membership === undefined) return [];
  const member = asMember(state, team, userId, membership);
  const left = leaveVoiceOfTeam(state, teamId, userId);
  team.members.delete(userId);
  countMembers(team);
  const { user } = existing(state.accounts, userId);
  const isMember = membersOf(state, teamId);
  // Who has left hears of it too: it is the last they hear of the team.
  return [...left, worldEvent('USER_LEFT_TEAM', { user, member, teamId }, (id) => id === userId || isMember(id))];
}

function countMembers(team: TeamState): void {
  team.team = { ...team.team, memberCount: team.members.size };
}
