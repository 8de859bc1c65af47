import { recipes } from './recipe.js';

const open = { as: 'caller', operation: 'createDirectMessage', body: { users: [{ id: '{target}' }] } } as const;

export const directMessageRecipes = recipes({
  createDirectMessage: {
    people: ['target'],
    body: open.body,
    answer: { DM: { users: ['{target}'] } },
    refusals: [
      { title: 'a conversation with somebody who is not there', status: 404, body: { users: [{ id: 'nobody' }] } },
    ],
  },

  listDirectMessages: { people: ['target'], setup: [open], looking: {}, answer: { DMs: [{ users: ['{target}'] }] } },
});
