import { z } from 'zod';
import { observed } from '../certainty.js';
import { limits } from '../limits.js';
import { Ban, Member } from '../resources/member.js';
import { Team } from '../resources/team.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

const banPageSize = limits.bansPerPage.value;
const banPageSizeDefault = limits.bansPerPageDefault.value;

export const teamOperations = operationGroup('Teams', {
  getTeam: {
    name: 'Get a Team',
    method: 'GET',
    path: '/teams/{teamId}/details',
    answer: resource({ team: observed(Team, 'client:ts', 'client:teamlify') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  listTeams: {
    name: 'List the teams of the caller',
    method: 'GET',
    path: '/teams',
    answer: resource({ teams: observed(list(Team), 'client:ts', 'client:teamlify') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:teamlify', 'console'],
  },
  getMember: {
    name: 'Get Member',
    method: 'GET',
    path: '/teams/{teamId}/members/{userId}',
    answer: resource({ member: observed(Member, 'client:ts', 'client:py') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  listMembers: {
    name: 'List members of a team',
    method: 'GET',
    path: '/teams/{teamId}/members',
    answer: resource({ members: observed(list(Member), 'client:ts', 'client:py', 'client:teamlify') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:teamlify', 'console'],
  },
  kickMember: {
    name: 'Kick Member from Team',
    method: 'DELETE',
    path: '/teams/{teamId}/members/{userId}',
    answer: resource({}),
    needs: ['team:KICK_MEMBERS'],
    emits: ['USER_LEFT_TEAM'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  getBannedUsers: {
    name: 'Get Banned Users',
    method: 'GET',
    path: '/teams/{teamId}/bans',
    query: z.object({
      limit: observed(
        z.coerce.number().int().min(1).max(banPageSize).default(banPageSizeDefault),
        'client:py',
        'client:teamlify',
      ),
    }),
    answer: resource({ bans: observed(list(Ban), 'client:teamlify') }),
    needs: ['team:BAN_MEMBERS'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  banUser: {
    name: 'Ban User',
    method: 'POST',
    path: '/teams/{teamId}/members/{userId}/ban',
    body: resource({
      reason: observed(z.string().nullish(), 'client:py', 'client:py2', 'client:js', 'console', 'client:teamlify'),
    }),
    answer: resource({}),
    needs: ['team:BAN_MEMBERS'],
    emits: ['USER_LEFT_TEAM'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  unbanUser: {
    name: 'Unban User',
    method: 'DELETE',
    path: '/teams/{teamId}/members/{userId}/ban',
    answer: resource({}),
    needs: ['team:BAN_MEMBERS'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
});
