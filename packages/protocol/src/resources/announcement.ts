import { z } from 'zod';
import { observed, stated } from '../certainty.js';
import { AnnouncementId, ChannelId, EmojiId } from '../ids.js';
import { list, orNull, resource, Timestamp } from '../wire.js';
import { Mentions, Reaction } from './message.js';
import { User } from './user.js';

/** An entry of an announcement channel. */
export const Announcement = resource({
  id: stated(AnnouncementId, 'docs'),
  channelId: stated(ChannelId, 'docs'),
  title: stated(z.string(), 'docs'),
  content: stated(z.string(), 'docs'),
  createdBy: stated(User, 'docs'),
  attachments: observed(list(resource({ url: z.string() })), 'client:ts', 'client:py'),
  emojis: observed(list(resource({ emojiId: EmojiId })), 'client:ts', 'client:py'),
  mentions: observed(
    z.preprocess((wire) => wire ?? {}, Mentions),
    'client:ts',
    'client:py',
  ),
  reactions: observed(list(Reaction), 'client:ts', 'client:py'),
  createdAt: observed(Timestamp, 'client:ts', 'client:py'),
  editedAt: observed(orNull(Timestamp), 'client:ts', 'client:py'),
}).meta({ id: 'Announcement' });
export type Announcement = z.output<typeof Announcement>;
