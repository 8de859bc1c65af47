import { recipes } from './recipe.js';
import { addCategory, addChannel, addRole } from './steps.js';

const team = { teamId: '{team}' };
const theCategory = { ...team, categoryId: '{category}' };
const itsChannel = { ...theCategory, channelId: '{channel}' };
const putIn = { operation: 'addChannelToCategory', parameters: itsChannel } as const;
const listChannels = { operation: 'getTeamChannels', parameters: team } as const;

export const categoryRecipes = recipes({
  listCategories: {
    setup: [addCategory],
    looking: {},
    parameters: team,
    answer: { categories: [{ id: '{category}', name: 'benches' }] },
  },

  createCategory: {
    parameters: team,
    body: { name: 'upstairs' },
    answer: { category: { name: 'upstairs', teamId: '{team}', createdBy: '{caller}' } },
    events: { CATEGORY_CREATED: { category: { name: 'upstairs' }, teamId: '{team}' } },
    after: [{ ...listChannels, expect: { matches: { categories: [{ name: 'upstairs' }] } } }],
  },

  updateCategory: {
    setup: [addCategory],
    parameters: theCategory,
    body: { name: 'downstairs' },
    answer: { category: { id: '{category}', name: 'downstairs' } },
    events: { CATEGORY_UPDATED: { category: { id: '{category}', name: 'downstairs' }, teamId: '{team}' } },
    after: [{ ...listChannels, expect: { matches: { categories: [{ id: '{category}', name: 'downstairs' }] } } }],
  },

  updateCategoryRolePermissions: {
    setup: [addCategory, addRole],
    parameters: { ...theCategory, roleId: '{role}' },
    body: { allow: 1, deny: 2 },
    events: {
      CATEGORY_UPDATED: {
        category: { id: '{category}', permissions: { role: { '{role}': { allow: 1, deny: 2 } } } },
        teamId: '{team}',
      },
    },
    after: [
      {
        ...listChannels,
        expect: {
          matches: { categories: [{ id: '{category}', permissions: { role: { '{role}': { allow: 1, deny: 2 } } } }] },
        },
      },
    ],
  },

  deleteCategory: {
    setup: [addCategory, addChannel(), putIn],
    parameters: theCategory,
    events: { CATEGORY_DELETED: { categoryId: '{category}', teamId: '{team}' } },
    after: [
      {
        ...listChannels,
        expect: {
          matches: { channels: [{ id: '{channel}', parentId: null }] },
          lacks: { categories: { id: '{category}' } },
        },
      },
    ],
  },

  addChannelToCategory: {
    setup: [addCategory, addChannel()],
    parameters: itsChannel,
    answer: { channel: { id: '{channel}', parentId: '{category}' } },
    events: { CHANNEL_UPDATED: { channel: { id: '{channel}', parentId: '{category}' }, teamId: '{team}' } },
    after: [{ ...listChannels, expect: { matches: { channels: [{ id: '{channel}', parentId: '{category}' }] } } }],
  },

  removeChannelFromCategory: {
    setup: [addCategory, addChannel(), putIn],
    parameters: itsChannel,
    answer: { channel: { id: '{channel}', parentId: null } },
    events: { CHANNEL_UPDATED: { channel: { id: '{channel}', parentId: null }, teamId: '{team}' } },
    after: [{ ...listChannels, expect: { matches: { channels: [{ id: '{channel}', parentId: null }] } } }],
  },

  setCategoryChannelPriority: {
    setup: [addCategory, addChannel(), putIn],
    parameters: theCategory,
    body: { channels: ['{channel}'] },
    events: { CHANNELS_PRIORITY_UPDATED: { order: ['{channel}'], categoryId: '{category}' } },
  },

  setTeamCategoryPriority: {
    setup: [addCategory],
    parameters: team,
    body: { categories: ['{category}'] },
    events: { CATEGORIES_PRIORITY_UPDATED: { order: ['{category}'] } },
  },
});
