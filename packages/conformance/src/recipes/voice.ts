import { recipes } from './recipe.js';
import { addChannel } from './steps.js';

const team = { teamId: '{team}' };
const room = { ...team, channelId: '{voiceChannel}' };
const readRoom = { operation: 'getChannelById', parameters: room } as const;
const join = { operation: 'getVoiceCredentials', parameters: room } as const;

export const voiceRecipes = recipes({
  getVoiceCredentials: {
    parameters: room,
    query: { isMuted: 'true', isDeafened: 'false' },
    events: { USER_JOINED_VOICE_CHANNEL: { user: { id: '{caller}' }, channelId: '{voiceChannel}' } },
    after: [{ ...readRoom, expect: { matches: { channel: { participants: [{ id: '{caller}' }] } } } }],
  },

  updateVoiceMetadata: {
    setup: [{ ...join, as: 'caller' }],
    parameters: room,
    body: { isMuted: true, isDeafened: true },
    events: {
      USER_UPDATED_VOICE_METADATA: {
        user: { id: '{caller}' },
        channelId: '{voiceChannel}',
        isMuted: true,
        isDeafened: true,
      },
    },
  },

  leaveVoiceChannel: {
    setup: [{ ...join, as: 'caller' }],
    parameters: room,
    events: { USER_LEFT_VOICE_CHANNEL: { user: { id: '{caller}' }, channelId: '{voiceChannel}' } },
    after: [{ ...readRoom, expect: { lacks: { 'channel.participants': { id: '{caller}' } } } }],
  },

  moveMember: {
    people: ['target'],
    setup: [addChannel('voice'), { ...join, as: 'target' }],
    channelType: 'voice',
    parameters: { ...team, channelId: '{channel}' },
    body: { userId: '{target}', fromChannelId: '{voiceChannel}' },
    events: {
      VOICE_CHANNEL_MOVE: {
        userId: '{target}',
        fromChannelId: '{voiceChannel}',
        toChannelId: '{channel}',
        teamId: '{team}',
      },
    },
    after: [{ ...readRoom, expect: { lacks: { 'channel.participants': { id: '{target}' } } } }],
  },

  disconnectMember: {
    people: ['target'],
    setup: [{ ...join, as: 'target' }],
    parameters: { ...room, userId: '{target}' },
    events: { USER_LEFT_VOICE_CHANNEL: { user: { id: '{target}' }, channelId: '{voiceChannel}' } },
    after: [{ ...readRoom, expect: { lacks: { 'channel.participants': { id: '{target}' } } } }],
  },
});
