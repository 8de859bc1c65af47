import { observed } from '../certainty.js';
import { ChannelId, TeamId, TodoId } from '../ids.js';
import { TodoItem } from '../resources/todo-item.js';
import { resource } from '../wire.js';

const todoEvent = observed(
  resource({
    todo: observed(TodoItem, 'client:ts', 'client:py'),
    channelId: observed(ChannelId, 'client:ts', 'client:py'),
    teamId: observed(TeamId, 'client:ts', 'client:py'),
  }),
  'client:ts',
  'client:py',
);

export const todoEvents = {
  TODO_ITEM_CREATED: todoEvent,
  TODO_ITEM_DELETED: observed(
    resource({
      todoId: observed(TodoId, 'client:ts'),
      channelId: observed(ChannelId, 'client:ts'),
      teamId: observed(TeamId, 'client:ts'),
    }),
    'client:ts',
  ),
  TODO_ITEM_UPDATED: todoEvent,
} as const;
