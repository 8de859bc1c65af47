import { observed, stated } from '../certainty.js';
import { Role, RoleChange, RoleDraft, RolePriorities } from '../resources/role.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const roleOperations = operationGroup('Roles', {
  getTeamRoles: {
    name: 'Get Team Roles',
    method: 'GET',
    path: '/teams/{teamId}/roles',
    answer: resource({ roles: observed(list(Role), 'client:ts', 'client:teamlify') }),
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  createRole: {
    name: 'Create a Role for Team',
    method: 'POST',
    path: '/teams/{teamId}/roles',
    body: RoleDraft,
    answer: resource({ role: stated(Role, 'docs', 'client:ts') }),
    needs: ['team:MANAGE_ROLES'],
    emits: ['TEAM_ROLE_CREATED'],
    certainty: { method: 'stated', path: 'stated' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  updateRole: {
    name: 'Update a Team Role',
    method: 'POST',
    path: '/teams/{teamId}/roles/{roleId}',
    repeatable: true,
    body: RoleChange,
    answer: resource({ role: observed(Role, 'client:ts') }),
    needs: ['team:MANAGE_ROLES'],
    // There is no event for one role: the list comes again (inferred).
    emits: ['TEAM_ROLES_UPDATED'],
    alternatives: [
      { method: 'PATCH', path: '/teams/{teamId}/roles/{roleId}', source: ['client:ts', 'console', 'client:teamlify'] },
    ],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:py', 'client:py2', 'client:js'],
  },
  deleteRole: {
    name: 'Delete a Role',
    method: 'DELETE',
    path: '/teams/{teamId}/roles/{roleId}',
    answer: resource({}),
    needs: ['team:MANAGE_ROLES'],
    emits: ['TEAM_ROLE_DELETED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  cloneRole: {
    name: 'Clone Role',
    method: 'POST',
    path: '/teams/{teamId}/roles/{roleId}/clone',
    answer: resource({ role: observed(Role, 'client:ts', 'client:teamlify') }),
    needs: ['team:MANAGE_ROLES'],
    emits: ['TEAM_ROLE_CREATED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  updateRolePriorities: {
    name: 'Update Role Priorities of Team',
    method: 'PATCH',
    path: '/teams/{teamId}/roles-priority',
    repeatable: true,
    body: RolePriorities,
    answer: resource({ roles: observed(list(Role).optional(), 'client:ts') }),
    needs: ['team:MANAGE_ROLES'],
    emits: ['TEAM_ROLES_UPDATED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
});
