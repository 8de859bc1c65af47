import { z } from 'zod';
import { observed } from '../certainty.js';
import { ChannelId, TodoId, UserId } from '../ids.js';
import { orElse, orNull, resource, Timestamp } from '../wire.js';

/** An entry of a to-do channel. The values of `type` are unknown. */
export const TodoItem = resource({
  id: observed(TodoId, 'client:ts', 'client:py'),
  channelId: observed(ChannelId, 'client:ts', 'client:py'),
  type: observed(orElse(z.string(), 'text'), 'client:ts', 'client:py'),
  content: observed(z.string(), 'client:py'),
  createdBy: observed(UserId, 'client:ts', 'client:py'),
  editedBy: observed(orNull(UserId), 'client:ts', 'client:py'),
  editedAt: observed(orNull(Timestamp), 'client:ts', 'client:py'),
  completed: observed(orElse(z.boolean(), false), 'client:ts', 'client:py'),
  completedBy: observed(orNull(UserId), 'client:ts', 'client:py'),
  completedAt: observed(orNull(Timestamp), 'client:ts', 'client:py'),
  createdAt: observed(Timestamp, 'client:ts', 'client:py'),
}).meta({ id: 'TodoItem' });
export type TodoItem = z.output<typeof TodoItem>;
