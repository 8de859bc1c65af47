import type { UserId } from '@botwright/protocol';
import { banUser, removeMember, unbanUser } from '../changes/members.js';
import { standsAbove } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { TeamView } from '../world/state.js';
import { asMember } from '../world/views.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { demandRight, reachMember, reachTeam } from './reach.js';

export const teamEndpoints = endpoints({
  getTeam(call) {
    return { team: reachTeam(call, call.params.teamId).team };
  },

  listTeams({ world, caller }) {
    const own = [...world.teams.values()].filter(({ members }) => members.has(caller.id));
    return { teams: own.map(({ team }) => team) };
  },

  getMember(call) {
    const { teamId, userId } = call.params;
    const team = reachTeam(call, teamId);
    return { member: asMember(call.world, team, userId, reachMember(team, userId)) };
  },

  listMembers(call) {
    const team = reachTeam(call, call.params.teamId);
    const members = [...team.members];
    return { members: members.map(([userId, membership]) => asMember(call.world, team, userId, membership)) };
  },

  kickMember(call) {
    const { teamId, userId } = call.params;
    const team = reachTeam(call, teamId);
    demandRight(call, { team });
    reachMember(team, userId);
    demandPower(call, team, userId);
    call.apply(removeMember(teamId, userId));
    return {};
  },

  getBannedUsers(call) {
    const team = reachTeam(call, call.params.teamId);
    demandRight(call, { team });
    return { bans: [...team.bans.values()].slice(0, call.query.limit) };
  },

  banUser(call) {
    const { teamId, userId } = call.params;
    const team = reachTeam(call, teamId);
    demandRight(call, { team });
    if (!call.world.accounts.has(userId)) throw Refusal.unknown('user', userId);
    demandPower(call, team, userId);
    call.apply(banUser(teamId, userId, call.body.reason ?? null));
    return {};
  },

  unbanUser(call) {
    const { teamId, userId } = call.params;
    const team = reachTeam(call, teamId);
    demandRight(call, { team });
    if (!team.bans.has(userId)) throw Refusal.unknown('ban', userId);
    call.apply(unbanUser(teamId, userId));
    return {};
  },
});

/** Nobody removes themself or the owner, whatever the permissions; others only whom they stand above. */
function demandPower({ world, caller }: AnyCall, team: TeamView, targetId: UserId): void {
  if (targetId === caller.id) throw Refusal.forbidden('MEMBER_PROTECTED', 'nobody can be removed by themself');
  if (targetId === team.team.createdBy) {
    throw Refusal.forbidden('MEMBER_PROTECTED', `the owner of team ${team.team.name} cannot be removed`);
  }
  if (!world.enforcesPermissions || !team.members.has(targetId) || standsAbove(team, caller.id, targetId)) return;
  const message = `the highest role of the caller must stand above that of member ${JSON.stringify(targetId)}`;
  throw Refusal.forbidden('MEMBER_PROTECTED', message);
}
