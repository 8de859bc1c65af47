import { recipes } from './recipe.js';
import { addRole } from './steps.js';

const team = { teamId: '{team}' };
const theMember = { ...team, userId: '{target}' };
const itsRole = { ...theMember, roleId: '{role}' };
const readMember = { operation: 'getMember', parameters: theMember } as const;
const listBans = { operation: 'getBannedUsers', parameters: team } as const;
const ban = { operation: 'banUser', parameters: theMember, body: { reason: 'noise' } } as const;
const hasLeft = { member: { id: '{target}' }, teamId: '{team}' };

export const teamRecipes = recipes({
  getTeam: { parameters: team, answer: { team: { id: '{team}' } } },

  listTeams: { answer: { teams: [{ id: '{team}' }] } },

  getMember: {
    people: ['target'],
    looking: { parameters: { ...team, userId: '{bot}' } },
    parameters: theMember,
    answer: { member: { id: '{target}', username: 'target' } },
  },

  listMembers: { parameters: team, answer: { members: [{ id: '{bot}' }] } },

  kickMember: {
    people: ['target'],
    parameters: theMember,
    events: { USER_LEFT_TEAM: hasLeft },
    after: [{ ...readMember, expect: { status: 404 } }],
  },

  getBannedUsers: {
    people: ['target'],
    setup: [ban],
    looking: {},
    parameters: team,
    query: { limit: '5' },
    answer: { bans: [{ userId: '{target}', reason: 'noise' }] },
  },

  banUser: {
    people: ['target'],
    parameters: theMember,
    body: { reason: 'noise' },
    events: { USER_LEFT_TEAM: hasLeft },
    after: [
      { ...readMember, expect: { status: 404 } },
      { ...listBans, expect: { matches: { bans: [{ userId: '{target}', reason: 'noise' }] } } },
    ],
  },

  unbanUser: {
    people: ['target'],
    setup: [ban],
    parameters: theMember,
    after: [{ ...listBans, expect: { lacks: { bans: { userId: '{target}' } } } }],
  },

  updateTeam: {
    parameters: team,
    body: { name: 'Smithy', description: 'iron', profilePicture: null, banner: null },
    events: { TEAM_UPDATED: { team: { id: '{team}', name: 'Smithy', description: 'iron' } } },
    after: [
      {
        operation: 'getTeam',
        parameters: team,
        expect: { matches: { team: { name: 'Smithy', description: 'iron' } } },
      },
    ],
  },

  addRoleToMember: {
    people: ['target'],
    setup: [addRole],
    parameters: itsRole,
    events: { USER_ROLE_ADDED: { member: { id: '{target}' }, role: { id: '{role}' }, teamId: '{team}' } },
    after: [{ ...readMember, expect: { matches: { member: { roles: ['{role}'] } } } }],
  },

  removeRoleFromMember: {
    people: ['target'],
    setup: [addRole, { operation: 'addRoleToMember', parameters: itsRole }],
    parameters: itsRole,
    events: { USER_ROLE_REMOVED: { member: { id: '{target}' }, role: { id: '{role}' }, teamId: '{team}' } },
    after: [{ ...readMember, expect: { lacks: { 'member.roles': '{role}' } } }],
  },

  leaveTeam: {
    by: 'target',
    people: ['target'],
    body: { id: '{team}' },
    events: { USER_LEFT_TEAM: hasLeft },
    after: [{ ...readMember, expect: { status: 404 } }],
  },

  getAuditLogs: { people: ['target'], setup: [ban], looking: {}, parameters: team, query: { limit: '5' } },
});
