import { z } from 'zod';
import { observed } from '../certainty.js';
import { EmojiId } from '../ids.js';
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
    alternatives: [{ method: 'GET', path: '/users/@me', source: ['client:js'] }],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
  setCustomStatus: {
    name: "Set the caller's custom status",
    method: 'POST',
    path: '/me/status',
    repeatable: true,
    body: resource({
      content: observed(z.string().nullish(), 'client:ts', 'console'),
      emojiId: observed(EmojiId.nullish(), 'client:ts', 'console'),
    }),
    answer: resource({}),
    emits: ['USER_PROFILE_UPDATED'],
    extra: { standing: 'experimental' },
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'console'],
  },
  deleteCustomStatus: {
    name: "Clear the caller's custom status",
    method: 'DELETE',
    path: '/me/status',
    answer: resource({}),
    emits: ['USER_PROFILE_UPDATED'],
    extra: { standing: 'experimental' },
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'console'],
  },
});
