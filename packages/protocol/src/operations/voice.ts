import { z } from 'zod';
import { observed } from '../certainty.js';
import { ChannelId, UserId } from '../ids.js';
import { flag, resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const voiceOperations = operationGroup('Voice', {
  // A GET that changes something: the caller joins.
  getVoiceCredentials: {
    name: 'Get Credentials for Join Voice Channel',
    method: 'GET',
    path: '/teams/{teamId}/channels/{channelId}/join',
    query: z.object({
      isMuted: observed(flag().default(false), 'client:ts', 'console'),
      isDeafened: observed(flag().default(false), 'client:ts', 'console'),
      // Its meaning is unknown.
      token: observed(z.string().optional(), 'client:py'),
    }),
    // For the media server, whose protocol is not documented.
    answer: resource({ token: observed(z.string(), 'client:ts') }),
    needs: ['channel:CONNECT'],
    emits: ['USER_JOINED_VOICE_CHANNEL'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateVoiceMetadata: {
    name: 'Update Your Voice Metadata',
    method: 'POST',
    path: '/teams/{teamId}/channels/{channelId}/metadata',
    repeatable: true,
    body: resource({
      isMuted: observed(z.boolean(), 'client:ts', 'client:py', 'client:py2', 'console'),
      isDeafened: observed(z.boolean(), 'client:ts', 'client:py', 'client:py2', 'console'),
    }),
    answer: resource({
      data: observed(resource({ isMuted: z.boolean(), isDeafened: z.boolean() }).optional(), 'client:ts'),
    }),
    emits: ['USER_UPDATED_VOICE_METADATA'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
  // Another GET that changes something. The alternative is worth a try on 404 and 405.
  leaveVoiceChannel: {
    name: 'Leave from Voice Channel',
    method: 'GET',
    path: '/teams/{teamId}/channels/{channelId}/leave',
    answer: resource({}),
    emits: ['USER_LEFT_VOICE_CHANNEL'],
    alternatives: [{ method: 'POST', path: '/teams/{teamId}/channels/{channelId}/leave', source: ['client:ts'] }],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:py', 'client:py2', 'console'],
  },
  // The channel in the path is where the member goes.
  moveMember: {
    name: 'Move Member',
    method: 'POST',
    path: '/teams/{teamId}/channels/{channelId}/move',
    body: resource({
      userId: observed(UserId, 'client:ts', 'client:py', 'client:js'),
      fromChannelId: observed(ChannelId, 'client:ts', 'client:py', 'client:js'),
    }),
    answer: resource({}),
    needs: ['team:MOVE_MEMBERS', 'channel:MOVE_MEMBERS'],
    emits: ['VOICE_CHANNEL_MOVE'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:js'],
  },
  disconnectMember: {
    name: 'Disconnect Member from Voice',
    method: 'POST',
    path: '/teams/{teamId}/channels/{channelId}/participants/{userId}/disconnect',
    answer: resource({}),
    needs: ['channel:DISCONNECT'],
    emits: ['USER_LEFT_VOICE_CHANNEL'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:js'],
  },
});
