import { observed } from '../certainty.js';
import { ClientUser, User } from '../resources/user.js';
import { resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const userOperations = operationGroup('Users', {
  getUserById: {
    name: 'Get User By Id',
    method: 'GET',
    path: '/users/{userId}',
    answer: resource({ user: observed(User, 'client:ts') }),
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  getLoggedInUser: {
    name: 'Get Logged In User',
    method: 'GET',
    path: '/me',
    answer: resource({ user: observed(ClientUser, 'client:ts') }),
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
});
