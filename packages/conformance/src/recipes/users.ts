import { recipes } from './recipe.js';

const status = { content: 'at the bench', emojiId: '🔨' };
const setStatus = { as: 'caller', operation: 'setCustomStatus', body: status } as const;
const readUser = { operation: 'getUserById', parameters: { userId: '{caller}' } } as const;

export const userRecipes = recipes({
  getUserById: { parameters: { userId: '{bot}' }, answer: { user: { id: '{bot}', bot: true } } },

  getLoggedInUser: { answer: { user: { id: '{caller}' } } },

  setCustomStatus: {
    body: status,
    events: { USER_PROFILE_UPDATED: { user: { id: '{caller}', userStatus: status } } },
    after: [{ ...readUser, expect: { matches: { user: { userStatus: status } } } }],
  },

  deleteCustomStatus: {
    setup: [setStatus],
    events: { USER_PROFILE_UPDATED: { user: { id: '{caller}' } } },
    after: [{ ...readUser, expect: { matches: { user: { userStatus: { content: null, emojiId: null } } } } }],
  },
});
