import { observed } from '../certainty.js';
import { Role } from '../resources/role.js';
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
});
