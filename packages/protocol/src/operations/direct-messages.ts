import { z } from 'zod';
import { observed } from '../certainty.js';
import { UserId } from '../ids.js';
import { DirectMessage } from '../resources/direct-message.js';
import { alsoReads, list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

/** Ids in place of objects, or one user in place of a list. */
function toUserObjects(wire: unknown): unknown {
  if (wire === undefined || wire === null) return wire;
  const users: unknown[] = Array.isArray(wire) ? wire : [wire];
  return users.map((user) => (typeof user === 'string' ? { id: user } : user));
}

export const directMessageOperations = operationGroup('Direct Messages', {
  // Opens the conversation, or returns it where it is open; text then goes to its `channelId` (inferred).
  createDirectMessage: {
    name: 'Create a Direct Message',
    method: 'POST',
    path: '/me/chats',
    body: resource({
      users: observed(
        alsoReads(z.array(resource({ id: UserId })).min(1), toUserObjects),
        'client:ts',
        'client:py',
        'console',
      ),
    }),
    answer: resource({ DM: observed(DirectMessage, 'client:ts') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  listDirectMessages: {
    name: "List the caller's direct messages",
    method: 'GET',
    path: '/me/chats',
    answer: resource({ DMs: observed(list(DirectMessage), 'client:ts') }),
    extra: { standing: 'experimental' },
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'console'],
  },
});
