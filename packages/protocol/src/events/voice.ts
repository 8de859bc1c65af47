import { z } from 'zod';
import { observed } from '../certainty.js';
import { ChannelId, TeamId, UserId } from '../ids.js';
import { User } from '../resources/user.js';
import { orElse, orNull, resource } from '../wire.js';
import { teamIdIfNamed, underUser } from './payload.js';

// One client was corrected from `member` to `user` after use, which speaks for `user`.
const voiceChannelEvent = observed(
  underUser(
    resource({
      user: observed(User, 'client:py'),
      channelId: observed(ChannelId, 'client:ts', 'client:py'),
      // One of the two clients shows none.
      teamId: observed(orNull(TeamId), 'client:py'),
    }),
  ),
  'client:ts',
  'client:py',
);

export const voiceEvents = {
  USER_JOINED_VOICE_CHANNEL: voiceChannelEvent,
  USER_LEFT_VOICE_CHANNEL: voiceChannelEvent,
  USER_UPDATED_VOICE_METADATA: observed(
    resource({
      user: observed(User, 'client:ts'),
      channelId: observed(ChannelId, 'client:ts'),
      isStreaming: observed(orElse(z.boolean(), false), 'client:ts'),
      isMuted: observed(z.boolean(), 'client:ts'),
      isDeafened: observed(z.boolean(), 'client:ts'),
      teamId: teamIdIfNamed,
    }),
    'client:ts',
  ),
  VOICE_CHANNEL_MOVE: observed(
    resource({
      userId: observed(UserId, 'client:ts'),
      fromChannelId: observed(ChannelId, 'client:ts'),
      toChannelId: observed(ChannelId, 'client:ts'),
      teamId: observed(TeamId, 'client:ts'),
      // The new channel's credential, meant for the one who was moved; others may get none.
      token: observed(orNull(z.string()), 'client:ts'),
    }),
    'client:ts',
  ),
} as const;
