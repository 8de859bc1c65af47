import { z } from 'zod';
import { inferred, observed } from '../certainty.js';
import { TeamId } from '../ids.js';
import { limits } from '../limits.js';
import { memberLimits } from '../member-limits.js';
import { Ban, Member } from '../resources/member.js';
import { Team, TeamChange } from '../resources/team.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

const banPageSize = limits.bansPerPage.value;
const banPageSizeDefault = limits.bansPerPageDefault.value;
const auditLogPageSizeDefault = limits.auditLogsPerPageDefault.value;

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
    extra: { standing: 'supported' },
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
    // One client reaches it as the path of a member with an empty id.
    alternatives: [{ method: 'GET', path: '/teams/{teamId}/members/', source: ['client:py'] }],
    extra: { standing: 'supported' },
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
        z.coerce.number<number>().int().min(1).max(banPageSize).default(banPageSizeDefault),
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
    repeatable: true,
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
  updateTeam: {
    name: 'Update a Team',
    method: 'POST',
    path: '/teams/{teamId}',
    repeatable: true,
    body: TeamChange,
    answer: resource({ team: inferred(Team.optional(), 'no client reads more than whether the call succeeded') }),
    needs: ['team:MANAGE_TEAM'],
    emits: ['TEAM_UPDATED'],
    limits: memberLimits(TeamChange, { name: limits.teamNameLength, description: limits.teamDescriptionLength }),
    alternatives: [{ method: 'PATCH', path: '/teams/{teamId}', source: ['client:teamlify'] }],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  addRoleToMember: {
    name: 'Add Role to Member',
    method: 'POST',
    path: '/teams/{teamId}/members/{userId}/roles/{roleId}',
    repeatable: true,
    answer: resource({}),
    needs: ['team:MANAGE_ROLES'],
    emits: ['USER_ROLE_ADDED'],
    alternatives: [
      {
        method: 'POST',
        path: '/teams/{teamId}/members/{userId}/roles',
        parametersInBody: ['roleId'],
        source: ['client:teamlify'],
      },
    ],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  removeRoleFromMember: {
    name: 'Remove Role from Member',
    method: 'DELETE',
    path: '/teams/{teamId}/members/{userId}/roles/{roleId}',
    answer: resource({}),
    needs: ['team:MANAGE_ROLES'],
    emits: ['USER_ROLE_REMOVED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  leaveTeam: {
    name: 'Leave a team',
    method: 'DELETE',
    path: '/teams',
    body: resource({ id: observed(TeamId, 'console') }),
    answer: resource({}),
    emits: ['USER_LEFT_TEAM'],
    extra: { standing: 'experimental', note: 'shown for accounts of people, unproven for bots' },
    certainty: { method: 'observed', path: 'observed' },
    source: ['console'],
  },
  getAuditLogs: {
    name: 'Audit log of a team',
    method: 'GET',
    path: '/teams/{teamId}/audit-logs',
    query: z.object({
      limit: observed(z.coerce.number<number>().int().min(1).default(auditLogPageSizeDefault), 'console'),
    }),
    answer: resource({}),
    needs: ['team:VIEW_AUDIT_LOG'],
    extra: { standing: 'experimental', note: 'shown for accounts of people; the shape of the answer is unknown' },
    certainty: { method: 'observed', path: 'observed' },
    source: ['console'],
  },
});
