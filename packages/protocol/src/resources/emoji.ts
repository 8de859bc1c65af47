import { z } from 'zod';
import { observed } from '../certainty.js';
import { EmojiId, UserId } from '../ids.js';
import { orNull, resource, Timestamp } from '../wire.js';

/** A custom reaction of a team. */
export const Emoji = resource({
  id: observed(EmojiId, 'client:ts', 'client:py'),
  name: observed(z.string(), 'client:ts', 'client:py'),
  createdBy: observed(UserId, 'client:ts', 'client:py'),
  updatedBy: observed(orNull(UserId), 'client:ts', 'client:py'),
  updatedAt: observed(orNull(Timestamp), 'client:ts', 'client:py'),
  url: observed(z.string(), 'client:ts', 'client:py'),
  createdAt: observed(Timestamp, 'client:ts', 'client:py'),
}).meta({ id: 'Emoji' });
export type Emoji = z.output<typeof Emoji>;
