import { recipes } from './recipe.js';
import { pixel } from './steps.js';

const team = { teamId: '{team}' };
const theReaction = { ...team, reactionId: '{reaction}' };
const add = {
  as: 'bot',
  operation: 'createCustomReaction',
  parameters: team,
  parts: { name: 'spark', emoji: pixel },
} as const;
const listReactions = { operation: 'getCustomReactions', parameters: team } as const;
const findReaction = { ...listReactions, keep: { reaction: 'reactions.0.id' } } as const;

export const reactionRecipes = recipes({
  getCustomReactions: { setup: [add], looking: {}, parameters: team, answer: { reactions: [{ name: 'spark' }] } },

  createCustomReaction: {
    parameters: team,
    parts: { name: 'spark', emoji: pixel },
    answer: { emoji: { name: 'spark', createdBy: '{caller}' } },
    after: [{ ...listReactions, expect: { matches: { reactions: [{ name: 'spark' }] } } }],
  },

  updateCustomReaction: {
    setup: [add, findReaction],
    parameters: theReaction,
    body: { name: 'flame' },
    after: [{ ...listReactions, expect: { matches: { reactions: [{ id: '{reaction}', name: 'flame' }] } } }],
  },

  deleteCustomReaction: {
    setup: [add, findReaction],
    parameters: theReaction,
    after: [{ ...listReactions, expect: { lacks: { reactions: { id: '{reaction}' } } } }],
  },
});
