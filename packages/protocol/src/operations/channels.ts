import { observed } from '../certainty.js';
import { Category, Channel } from '../resources/channel.js';
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
});
