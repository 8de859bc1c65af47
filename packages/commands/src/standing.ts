import type {
  ChannelPermission,
  ChannelPlace,
  Holding,
  Member,
  Role,
  Team,
  TeamPermission,
  UncertainRoles,
} from '@botwright/protocol';
import {
  channelPermissionHolding,
  defaultTeamPermissions,
  grantsTeamPermission,
  teamPermissions,
} from '@botwright/protocol/facts';

/** What somebody is in a team. */
export interface Standing {
  /** The team's `createdBy` is its owner (inferred). */
  readonly owner: boolean;
  /** Team permissions as bits: the union of the member's roles, and what everybody has from the start (stated). */
  readonly permissions: number;
  /** The highest priority among the member's roles; `-Infinity` without any. A higher number stands above (inferred). */
  readonly rank: number;
}

/** Computes a member's standing from the team's own data. Roles the team no longer has count for nothing. */
export function standingOf(facts: {
  readonly team: Pick<Team, 'createdBy'>;
  readonly roles: readonly Pick<Role, 'id' | 'permissions' | 'priority'>[];
  readonly member: Pick<Member, 'id' | 'roles'>;
}): Standing {
  const ids = new Set<string>(facts.member.roles);
  const held = facts.roles.filter(({ id }) => ids.has(id));
  return {
    owner: facts.team.createdBy === facts.member.id,
    permissions: held.reduce((bits, role) => bits | role.permissions, teamPermissions(...defaultTeamPermissions)),
    rank: Math.max(Number.NEGATIVE_INFINITY, ...held.map(({ priority }) => priority)),
  };
}

/**
 * Whether the actor may kick, ban or otherwise act on the target: the owner on everybody else, anybody else only on who
 * stands below. Nobody may act on an equal, so nobody may act on oneself. Permissions are another question.
 */
export function mayActOn(actor: Standing, target: Standing): boolean {
  if (target.owner) return false;
  return actor.owner || actor.rank > target.rank;
}

/** Which of these permissions somebody lacks. The owner lacks none (inferred). */
export function missingPermissions(standing: Standing, needs: readonly TeamPermission[]): TeamPermission[] {
  if (standing.owner) return [];
  return needs.filter((permission) => !grantsTeamPermission(standing.permissions, permission));
}

/**
 * Whether somebody may do something in a channel, and sees it: told only where it is the same whichever role everybody has.
 * The owner and administrators hold every permission (inferred). Nobody is taken for an administrator for a role that
 * everybody may have.
 *
 * @param place - `undefined` where it cannot be read what the channel says of roles.
 */
export function channelHolding(
  { owner, permissions }: Standing,
  place: ChannelPlace | undefined,
  permission: ChannelPermission,
  roles: UncertainRoles,
): Holding {
  if (owner || grantsTeamPermission(permissions, 'ADMINISTRATOR')) return { held: true };
  if (place === undefined) return { held: undefined, dependsOn: [] };
  return channelPermissionHolding(place, permission, roles);
}
