import { z } from 'zod';
import { observed } from '../certainty.js';
import { ChannelId, DirectMessageId, UserId } from '../ids.js';
import { alsoReads, idOf, list, orNull, resource, Timestamp } from '../wire.js';
import { Message } from './message.js';

/** One source lists messages where others have the last one; lists of messages run newest first (inferred). */
function firstOfList(wire: unknown): unknown {
  return Array.isArray(wire) ? (wire[0] ?? null) : wire;
}

/** A private conversation. Its messages are those of the channel `channelId`. */
export const DirectMessage = resource({
  id: observed(DirectMessageId, 'client:ts', 'console'),
  // Ids in two sources, whole users in a third.
  users: observed(list(alsoReads(UserId, idOf)), 'client:ts', 'client:py', 'console'),
  channelId: observed(ChannelId, 'client:ts', 'console'),
  createdAt: observed(Timestamp, 'client:ts', 'console'),
  lastMessage: observed(z.preprocess(firstOfList, orNull(Message)), 'client:ts', 'client:py', 'console'),
}).meta({ id: 'DirectMessage' });
export type DirectMessage = z.output<typeof DirectMessage>;
