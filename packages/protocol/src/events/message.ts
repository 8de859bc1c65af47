import { z } from 'zod';
import { observed } from '../certainty.js';
import { ChannelId, EmojiId, MessageId, TeamId } from '../ids.js';
import { Message } from '../resources/message.js';
import { User } from '../resources/user.js';
import { orElse, orNull, resource } from '../wire.js';

// Direct messages are expected to come without a team (inferred), hence the null.
const place = {
  channelId: observed(ChannelId, 'client:ts', 'client:py'),
  teamId: observed(orNull(TeamId), 'client:ts', 'client:py'),
};

const messageMembers = resource({
  message: observed(Message, 'client:ts', 'client:py', 'client:js', 'console'),
  channelId: observed(ChannelId, 'client:ts', 'client:py', 'client:js', 'console'),
  channelType: observed(orElse(z.string(), 'text'), 'client:ts', 'console'),
  teamId: observed(orNull(TeamId), 'client:ts', 'client:py', 'console'),
});

const reactionEvent = observed(
  resource({
    messageId: observed(MessageId, 'client:ts', 'client:py'),
    ...place,
    channelType: observed(orElse(z.string(), 'text'), 'client:ts', 'client:py'),
    emojiId: observed(EmojiId, 'client:ts', 'client:py'),
    reactedBy: observed(User, 'client:ts', 'client:py'),
  }),
  'client:ts',
  'client:py',
);

export const messageEvents = {
  MESSAGE_SEND: observed(messageMembers, 'client:ts', 'client:py', 'client:js', 'console', 'client:teamlify'),
  MESSAGE_UPDATED: observed(messageMembers, 'client:ts', 'client:py'),
  MESSAGE_DELETED: observed(
    resource({ messageId: observed(MessageId, 'client:ts', 'client:py'), ...place }),
    'client:ts',
    'client:py',
  ),
  MESSAGE_REACTION_ADDED: reactionEvent,
  MESSAGE_REACTION_REMOVED: reactionEvent,
} as const;
