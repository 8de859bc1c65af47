import type { Role } from '@botwright/protocol';
import { standsAboveRole } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { TeamView } from '../world/state.js';
import type { AnyCall } from './endpoint.js';

/** A role is changed, given and taken only by who stands above it. */
export function demandAboveRole({ world, caller }: AnyCall, team: TeamView, role: Role): void {
  if (!world.enforcesPermissions || standsAboveRole(team, caller.id, role)) return;
  throw Refusal.forbidden('ROLE_PROTECTED', `the highest role of the caller must stand above role ${role.name}`);
}

/** Everybody has the one role of everyone, and the bot whose role it is has that one, whatever anybody does. */
export function demandAssignable(team: TeamView, role: Role): void {
  if (role.id !== team.everyoneRoleId && !role.botScope.userId) return;
  throw Refusal.forbidden(
    'ROLE_PROTECTED',
    `role ${role.name} belongs to everyone or to a bot; it is not given or taken`,
  );
}
