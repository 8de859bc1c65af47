import type { Role, RoleChange, RoleDraft, RoleId, TeamId, UserId } from '@botwright/protocol';
import type { z } from 'zod';
import { type Change, type WorldEvent, worldEvent } from '../world/change.js';
import { channelsOf } from '../world/channels.js';
import { newRole, rolesFromTop } from '../world/roles.js';
import { existing, type TeamState, type WorldState } from '../world/state.js';
import { asMember } from '../world/views.js';
import { membersOf } from './audience.js';
import { withoutRole } from './overwrites.js';

type ReadDraft = z.output<typeof RoleDraft>;
type ReadChange = z.output<typeof RoleChange>;

const unnamed = 'new role';

/** A new role stands lowest, as the documentation shows it, and grants nothing that is not asked for. */
export function createRole(teamId: TeamId, draft: ReadDraft): Change<Role> {
  return (state, stamp) => {
    const role = newRole(stamp, teamId, { name: draft.name ?? unnamed, priority: 0, grants: [] });
    return addRole(state, changedRole(role, draft));
  };
}

/** Makes a role like another one, but lowest and nobody's. */
export function cloneRole(original: Role): Change<Role> {
  return (state, stamp) => {
    const { teamId, name } = original;
    const { id, priority, createdAt, updatedAt, botScope } = newRole(stamp, teamId, { name, priority: 0, grants: [] });
    return addRole(state, { ...original, id, priority, createdAt, updatedAt, botScope });
  };
}

export function updateRole(before: Role, change: ReadChange): Change<Role> {
  return (state, stamp) => {
    const role = { ...changedRole(before, change), updatedAt: stamp.now() };
    const team = existing(state.teams, role.teamId);
    team.roles.set(role.id, role);
    return { answer: role, events: [rolesUpdated(state, team)] };
  };
}

/** Deletes a role, also from the members that hold it and from the channels and categories that name it. */
export function deleteRole({ id, teamId }: Role): Change<void> {
  return (state) => {
    const team = existing(state.teams, teamId);
    team.roles.delete(id);
    for (const [userId, membership] of team.members) {
      team.members.set(userId, { ...membership, roles: membership.roles.filter((roleId) => roleId !== id) });
    }
    for (const category of team.categories.values()) {
      team.categories.set(category.id, { ...category, permissions: withoutRole(category.permissions, id) });
    }
    for (const channel of channelsOf(state, teamId)) {
      state.channels.set(channel.id, { ...channel, permissions: withoutRole(channel.permissions, id) });
    }
    const data = { roleId: id, teamId };
    return { answer: undefined, events: [worldEvent('TEAM_ROLE_DELETED', data, membersOf(state, teamId))] };
  };
}

/** Gives the roles of a team their places, from the top; the one of everyone keeps its own. */
export function orderRoles(teamId: TeamId, order: readonly RoleId[]): Change<Role[]> {
  return (state) => {
    const team = existing(state.teams, teamId);
    for (const [index, id] of order.entries()) {
      team.roles.set(id, { ...existing(team.roles, id), priority: order.length - index });
    }
    return { answer: rolesFromTop(team.roles.values(), team.everyoneRoleId), events: [rolesUpdated(state, team)] };
  };
}

export function giveRole(role: Role, userId: UserId): Change<void> {
  return changeRoles('USER_ROLE_ADDED', role, userId, (roles) => [...roles, role.id]);
}

export function takeRole(role: Role, userId: UserId): Change<void> {
  return changeRoles('USER_ROLE_REMOVED', role, userId, (roles) => roles.filter((id) => id !== role.id));
}

function changeRoles(
  kind: 'USER_ROLE_ADDED' | 'USER_ROLE_REMOVED',
  role: Role,
  userId: UserId,
  change: (roles: readonly RoleId[]) => readonly RoleId[],
): Change<void> {
  return (state) => {
    const { teamId } = role;
    const team = existing(state.teams, teamId);
    const before = existing(team.members, userId);
    const membership = { ...before, roles: change(before.roles) };
    team.members.set(userId, membership);
    const data = { teamId, member: asMember(state, team, userId, membership), role };
    return { answer: undefined, events: [worldEvent(kind, data, membersOf(state, teamId))] };
  };
}

function changedRole(role: Role, change: ReadChange): Role {
  return {
    ...role,
    name: change.name ?? role.name,
    permissions: change.permissions ?? role.permissions,
    color: change.color ?? role.color,
    // The one member that may be null in a role; null in a change still means to leave it.
    color2: change.color2 ?? role.color2,
    isDisplayedSeparately: change.isDisplayedSeparately ?? role.isDisplayedSeparately,
  };
}

function addRole(state: WorldState, role: Role) {
  const { teamId } = role;
  existing(state.teams, teamId).roles.set(role.id, role);
  return { answer: role, events: [worldEvent('TEAM_ROLE_CREATED', { teamId, role }, membersOf(state, teamId))] };
}

function rolesUpdated(state: WorldState, { team, roles, everyoneRoleId }: TeamState): WorldEvent {
  const data = { teamId: team.id, roles: rolesFromTop(roles.values(), everyoneRoleId) };
  return worldEvent('TEAM_ROLES_UPDATED', data, membersOf(state, team.id));
}
