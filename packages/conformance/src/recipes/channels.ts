import { recipes } from './recipe.js';
import { addChannel, addRole } from './steps.js';

const team = { teamId: '{team}' };
const theChannel = { ...team, channelId: '{channel}' };
const readChannel = { operation: 'getChannelById', parameters: theChannel } as const;

export const channelRecipes = recipes({
  getTeamChannels: { parameters: team, answer: { channels: [{ id: '{textChannel}', teamId: '{team}' }] } },

  getChannelById: {
    parameters: { ...team, channelId: '{textChannel}' },
    answer: { channel: { id: '{textChannel}', teamId: '{team}', type: 'text' } },
  },

  createTeamChannel: {
    parameters: team,
    body: { name: 'cellar', type: 'watchstream', additionalData: { streamChannel: 'tv', streamPlatform: 'twitch' } },
    answer: { channel: { name: 'cellar', type: 'watchstream', teamId: '{team}', createdBy: '{caller}' } },
    events: { CHANNEL_CREATED: { channel: { name: 'cellar' }, teamId: '{team}' } },
    after: [
      {
        operation: 'getTeamChannels',
        parameters: team,
        expect: { matches: { channels: [{ name: 'cellar', additionalData: { streamChannel: 'tv' } }] } },
      },
    ],
  },

  updateTeamChannel: {
    setup: [addChannel()],
    channelType: 'text',
    parameters: theChannel,
    body: { name: 'attic', description: 'under the roof' },
    events: { CHANNEL_UPDATED: { channel: { id: '{channel}', name: 'attic' }, teamId: '{team}' } },
    after: [
      {
        ...readChannel,
        expect: { matches: { channel: { id: '{channel}', name: 'attic', description: 'under the roof' } } },
      },
    ],
  },

  deleteTeamChannel: {
    setup: [addChannel()],
    channelType: 'text',
    parameters: theChannel,
    events: { CHANNEL_DELETED: theChannel },
    after: [{ ...readChannel, expect: { status: 404 } }],
  },

  duplicateChannel: {
    setup: [addChannel()],
    parameters: theChannel,
    answer: { channel: { type: 'text', teamId: '{team}' } },
    events: { CHANNEL_CREATED: { channel: { type: 'text' }, teamId: '{team}' } },
  },

  updateChannelPriorities: {
    setup: [addChannel()],
    parameters: team,
    body: {
      channels: [
        { id: '{channel}', priority: 0 },
        { id: '{textChannel}', priority: 1 },
      ],
    },
    events: { CHANNELS_PRIORITY_UPDATED: { order: ['{channel}'], categoryId: null, teamId: '{team}' } },
    after: [
      {
        operation: 'getTeamChannels',
        parameters: team,
        expect: {
          matches: {
            channels: [
              { id: '{channel}', priority: 0 },
              { id: '{textChannel}', priority: 1 },
            ],
          },
        },
      },
    ],
  },

  updateChannelRolePermissions: {
    setup: [addChannel(), addRole],
    channelType: 'text',
    parameters: { ...theChannel, roleId: '{role}' },
    body: { allow: 1, deny: 4 },
    events: {
      CHANNEL_UPDATED: {
        channel: { id: '{channel}', permissions: { role: { '{role}': { allow: 1, deny: 4 } } } },
        teamId: '{team}',
      },
    },
    after: [
      {
        ...readChannel,
        expect: { matches: { channel: { permissions: { role: { '{role}': { allow: 1, deny: 4 } } } } } },
      },
    ],
  },
});
