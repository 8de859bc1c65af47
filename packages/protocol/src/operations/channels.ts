import { inferred, observed } from '../certainty.js';
import { limits } from '../limits.js';
import { memberLimits } from '../member-limits.js';
import {
  Category,
  Channel,
  ChannelChange,
  ChannelDraft,
  ChannelPriorities,
  PermissionOverwriteInput,
} from '../resources/channel.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const channelOperations = operationGroup('Channels', {
  getTeamChannels: {
    name: 'Get Team Channels',
    method: 'GET',
    path: '/teams/{teamId}/channels',
    answer: resource({
      channels: observed(list(Channel), 'client:ts', 'client:py', 'client:js', 'client:teamlify'),
      categories: observed(list(Category), 'client:py', 'client:teamlify'),
    }),
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  getChannelById: {
    name: 'Get Channel By Id',
    method: 'GET',
    path: '/teams/{teamId}/channels/{channelId}',
    answer: resource({ channel: observed(Channel, 'client:ts') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  createTeamChannel: {
    name: 'Create Team Channel',
    method: 'PUT',
    path: '/teams/{teamId}/channels',
    // A second one makes a second channel of that name.
    repeatable: false,
    body: ChannelDraft,
    answer: resource({ channel: observed(Channel, 'client:ts', 'client:teamlify') }),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CHANNEL_CREATED'],
    limits: memberLimits(ChannelDraft, { name: limits.channelNameLength }),
    alternatives: [{ method: 'POST', path: '/teams/{teamId}/channels', source: ['client:teamlify'] }],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateTeamChannel: {
    name: 'Update Team Channel',
    method: 'PATCH',
    path: '/teams/{teamId}/channels/{channelId}',
    repeatable: true,
    body: ChannelChange,
    answer: resource({ channel: inferred(Channel.optional(), 'one client reads only whether the call succeeded') }),
    needs: ['team:MANAGE_CHANNELS', 'channel:MANAGE_CHANNEL'],
    emits: ['CHANNEL_UPDATED'],
    limits: memberLimits(ChannelChange, { name: limits.channelNameLength }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'client:teamlify', 'console'],
  },
  deleteTeamChannel: {
    name: 'Delete Team Channel',
    method: 'DELETE',
    path: '/teams/{teamId}/channels/{channelId}',
    answer: resource({}),
    needs: ['team:MANAGE_CHANNELS', 'channel:MANAGE_CHANNEL'],
    emits: ['CHANNEL_DELETED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  duplicateChannel: {
    name: 'Duplicate a Channel on Team',
    method: 'POST',
    path: '/teams/{teamId}/channels/{channelId}/clone',
    answer: resource({ channel: observed(Channel, 'client:ts', 'client:teamlify') }),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CHANNEL_CREATED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  updateChannelPriorities: {
    name: 'Update Channel Priorities of Team',
    method: 'PUT',
    // Without a hyphen, unlike the other paths of this kind.
    path: '/teams/{teamId}/channelspriority',
    body: ChannelPriorities,
    answer: resource({}),
    needs: ['team:MANAGE_CHANNELS'],
    emits: ['CHANNELS_PRIORITY_UPDATED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
  updateChannelRolePermissions: {
    name: 'Update Channel Role Permissions',
    method: 'POST',
    path: '/teams/{teamId}/channels/{channelId}/permissions/role/{roleId}',
    repeatable: true,
    body: PermissionOverwriteInput,
    answer: resource({}),
    needs: ['team:MANAGE_ROLES', 'channel:MANAGE_CHANNEL'],
    emits: ['CHANNEL_UPDATED'],
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
});
