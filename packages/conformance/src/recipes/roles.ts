import { recipes } from './recipe.js';
import { addRole, commonPermissions } from './steps.js';

const team = { teamId: '{team}' };
const theRole = { ...team, roleId: '{role}' };
const listRoles = { operation: 'getTeamRoles', parameters: team } as const;
const findBotRole = {
  operation: 'getMember',
  parameters: { ...team, userId: '{bot}' },
  keep: { botRole: 'member.roles.0' },
} as const;
const look = {
  name: 'turner',
  permissions: commonPermissions,
  color: '#112233',
  color2: '#445566',
  isDisplayedSeparately: false,
};

export const roleRecipes = recipes({
  getTeamRoles: { parameters: team, answer: { roles: [{ teamId: '{team}' }] } },

  createRole: {
    parameters: team,
    body: look,
    answer: { role: { ...look, teamId: '{team}' } },
    events: { TEAM_ROLE_CREATED: { role: look, teamId: '{team}' } },
    after: [{ ...listRoles, expect: { matches: { roles: [look] } } }],
  },

  updateRole: {
    setup: [addRole],
    parameters: theRole,
    body: look,
    answer: { role: { id: '{role}', ...look } },
    events: { TEAM_ROLES_UPDATED: { roles: [{ id: '{role}', ...look }], teamId: '{team}' } },
    after: [{ ...listRoles, expect: { matches: { roles: [{ id: '{role}', ...look }] } } }],
  },

  deleteRole: {
    setup: [addRole],
    parameters: theRole,
    events: { TEAM_ROLE_DELETED: theRole },
    after: [{ ...listRoles, expect: { lacks: { roles: { id: '{role}' } } } }],
  },

  cloneRole: {
    setup: [addRole],
    parameters: theRole,
    answer: { role: { teamId: '{team}' } },
    events: { TEAM_ROLE_CREATED: { role: { teamId: '{team}' }, teamId: '{team}' } },
  },

  updateRolePriorities: {
    setup: [addRole, findBotRole],
    parameters: team,
    body: ['{botRole}', '{role}'],
    memberBody: ['{botRole}', '{rights}', '{role}'],
    events: { TEAM_ROLES_UPDATED: { roles: [{ id: '{role}' }, { id: '{botRole}' }], teamId: '{team}' } },
  },
});
