import type { RoleId, TeamId, UserId } from '@botwright/protocol';
import { banUser, removeMember, unbanUser } from '../changes/members.js';
import { giveRole, takeRole } from '../changes/roles.js';
import { updateTeam } from '../changes/teams.js';
import { standsAbove } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { TeamView } from '../world/state.js';
import { asMember } from '../world/views.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { reachMember, reachRole, reachTeam, reachTeamByRight } from './reach.js';
import { demandAboveRole, demandAssignable } from './role-power.js';

interface AssignmentPath {
  readonly teamId: TeamId;
  readonly userId: UserId;
  readonly roleId: RoleId;
}

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
    const team = reachTeamByRight(call, teamId);
    reachMember(team, userId);
    demandPower(call, team, userId);
    call.apply(removeMember(teamId, userId));
    return {};
  },

  getBannedUsers(call) {
    const team = reachTeamByRight(call, call.params.teamId);
    return { bans: [...team.bans.values()].slice(0, call.query.limit) };
  },

  banUser(call) {
    const { teamId, userId } = call.params;
    const team = reachTeamByRight(call, teamId);
    if (!call.world.accounts.has(userId)) throw Refusal.unknown('user', userId);
    demandPower(call, team, userId);
    call.apply(banUser(teamId, userId, call.body.reason ?? null));
    return {};
  },

  unbanUser(call) {
    const { teamId, userId } = call.params;
    const team = reachTeamByRight(call, teamId);
    if (!team.bans.has(userId)) throw Refusal.unknown('ban', userId);
    call.apply(unbanUser(teamId, userId));
    return {};
  },

  updateTeam(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    return { team: call.apply(updateTeam(teamId, call.body)) };
  },

  addRoleToMember(call) {
    const { team, membership, role, userId } = reachAssignment(call, call.params);
    if (!membership.roles.includes(role.id)) call.apply(giveRole(role, userId));
    return { member: asMember(call.world, team, userId, reachMember(team, userId)) };
  },

  removeRoleFromMember(call) {
    const { team, membership, role, userId } = reachAssignment(call, call.params);
    if (membership.roles.includes(role.id)) call.apply(takeRole(role, userId));
    return { member: asMember(call.world, team, userId, reachMember(team, userId)) };
  },

  leaveTeam(call) {
    const { team } = reachTeam(call, call.body.id);
    if (team.createdBy === call.caller.id) {
      throw Refusal.forbidden('MEMBER_PROTECTED', `the owner of team ${team.name} cannot leave it`);
    }
    call.apply(removeMember(team.id, call.caller.id));
    return {};
  },

  getAuditLogs(call) {
    const team = reachTeamByRight(call, call.params.teamId);
    return { auditLogs: team.auditLog.toReversed().slice(0, call.query.limit) };
  },
});

/** A member and a role that the caller may give them or take from them. */
function reachAssignment(call: AnyCall, { teamId, userId, roleId }: AssignmentPath) {
  const team = reachTeamByRight(call, teamId);
  const membership = reachMember(team, userId);
  const role = reachRole(team, roleId);
  demandAssignable(team, role);
  demandAboveRole(call, team, role);
  return { team, membership, role, userId };
}

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
