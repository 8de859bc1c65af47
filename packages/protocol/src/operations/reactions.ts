import { z } from 'zod';
import { observed } from '../certainty.js';
import { Emoji } from '../resources/emoji.js';
import { alsoReads, list, memberAlsoNamed, resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const reactionOperations = operationGroup('Reactions', {
  getCustomReactions: {
    name: "Get Team's Custom Reactions",
    method: 'GET',
    path: '/teams/{teamId}/reactions',
    answer: resource({ reactions: observed(list(Emoji), 'client:ts', 'client:py') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  createCustomReaction: {
    name: 'Create New Custom Reaction for Team',
    method: 'POST',
    path: '/teams/{teamId}/reactions',
    multipart: {
      parts: {
        name: { value: z.string().min(1), required: true, certainty: 'observed', source: ['client:py'] },
        emoji: { value: 'file', required: true, certainty: 'observed', source: ['client:py'] },
      },
      jsonPart: 'payload_json',
    },
    answer: resource({ emoji: observed(Emoji, 'client:ts') }),
    needs: ['team:MANAGE_TEAM'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  updateCustomReaction: {
    name: 'Update a Custom Reaction',
    method: 'PUT',
    path: '/teams/{teamId}/reactions/{reactionId}',
    body: alsoReads(
      resource({ name: observed(z.string().min(1), 'client:ts', 'client:py', 'client:py2', 'console') }),
      memberAlsoNamed('name', 'newName'),
    ),
    answer: resource({}),
    needs: ['team:MANAGE_TEAM'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  deleteCustomReaction: {
    name: 'Delete a Custom Reaction',
    method: 'DELETE',
    path: '/teams/{teamId}/reactions/{reactionId}',
    answer: resource({}),
    needs: ['team:MANAGE_TEAM'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
});
