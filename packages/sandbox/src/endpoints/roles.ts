import type { Role } from '@botwright/protocol';
import { cloneRole, createRole, deleteRole, orderRoles, updateRole } from '../changes/roles.js';
import { permissionsBeyond, standsAboveRole } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { rolesFromTop } from '../world/roles.js';
import type { TeamView } from '../world/state.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { completeOrder } from './order.js';
import { reachRole, reachTeam, reachTeamByRight } from './reach.js';
import { demandAboveRole } from './role-power.js';

export const roleEndpoints = endpoints({
  getTeamRoles(call) {
    return { roles: [...reachTeam(call, call.params.teamId).roles.values()] };
  },

  createRole(call) {
    const { teamId } = call.params;
    const team = reachTeamByRight(call, teamId);
    demandGrantable(call, team, call.body.permissions ?? 0);
    return { role: call.apply(createRole(teamId, call.body)) };
  },

  updateRole(call) {
    const { team, role } = reachChangeable(call, call.params);
    const { permissions = role.permissions } = call.body;
    demandGrantable(call, team, (permissions ?? 0) & ~role.permissions);
    return { role: call.apply(updateRole(role, call.body)) };
  },

  deleteRole(call) {
    const { team, role } = reachChangeable(call, call.params);
    if (role.id === team.everyoneRoleId || role.botScope.userId) {
      throw Refusal.forbidden('ROLE_PROTECTED', `role ${role.name} belongs to everyone or to a bot and stays`);
    }
    call.apply(deleteRole(role));
    return {};
  },

  cloneRole(call) {
    const { team, role } = reachChangeable(call, call.params);
    demandGrantable(call, team, role.permissions);
    return { role: call.apply(cloneRole(role)) };
  },

  updateRolePriorities(call) {
    const { teamId } = call.params;
    const team = reachTeamByRight(call, teamId);
    const current = rolesFromTop(team.roles.values(), team.everyoneRoleId);
    const order = completeOrder(call.body, current, 'role').filter((id) => id !== team.everyoneRoleId);
    demandOwnPlace(call, team, current, order);
    return { roles: call.apply(orderRoles(teamId, order)) };
  },
});

/** A role that the caller may change. */
function reachChangeable(call: AnyCall, { teamId, roleId }: { teamId: string; roleId: string }) {
  const team = reachTeamByRight(call, teamId);
  const role = reachRole(team, roleId);
  demandAboveRole(call, team, role);
  return { team, role };
}

/** Nobody grants what they do not hold. */
function demandGrantable({ world, caller }: AnyCall, team: TeamView, permissions: number): void {
  const beyond = world.enforcesPermissions ? permissionsBeyond(team, caller.id, permissions) : [];
  if (beyond.length > 0) throw Refusal.missingPermission([beyond.join(' and ')], `team ${team.team.name} to grant it`);
}

/** The roles that the caller does not stand above stay on top, as they were. */
function demandOwnPlace(
  { world, caller }: AnyCall,
  team: TeamView,
  current: readonly Role[],
  order: readonly string[],
): void {
  if (!world.enforcesPermissions) return;
  const fixed = current.filter((role) => role.id !== team.everyoneRoleId && !standsAboveRole(team, caller.id, role));
  const moved = fixed.find(({ id }, place) => order[place] !== id);
  if (moved) {
    throw Refusal.forbidden('ROLE_PROTECTED', `role ${moved.name} does not stand below the caller and keeps its place`);
  }
}
