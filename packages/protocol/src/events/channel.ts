import { z } from 'zod';
import { observed } from '../certainty.js';
import { CategoryId, ChannelId, TeamId } from '../ids.js';
import { Channel } from '../resources/channel.js';
import { orNull, resource } from '../wire.js';
import { teamIdIfNamed } from './payload.js';

const channelEvent = observed(
  resource({
    channel: observed(Channel, 'client:ts', 'client:py', 'recorded-shape'),
    teamId: observed(TeamId, 'client:ts', 'client:py', 'recorded-shape'),
  }),
  'recorded-shape',
  'client:ts',
  'client:py',
);

export const channelEvents = {
  CHANNEL_CREATED: channelEvent,
  CHANNEL_UPDATED: channelEvent,
  CHANNEL_DELETED: observed(
    resource({
      channelId: observed(ChannelId, 'client:ts', 'client:py', 'recorded-shape'),
      teamId: observed(TeamId, 'client:ts', 'client:py', 'recorded-shape'),
    }),
    'recorded-shape',
    'client:ts',
    'client:py',
  ),
  CHANNELS_PRIORITY_UPDATED: observed(
    resource({
      // The first is on top.
      order: observed(z.array(ChannelId), 'client:ts'),
      // Null where the team itself is meant.
      categoryId: observed(orNull(CategoryId), 'client:ts'),
      teamId: teamIdIfNamed,
    }),
    'client:ts',
  ),
} as const;
