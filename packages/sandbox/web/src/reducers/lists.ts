import type { Announcement, ChannelId, TodoItem } from '@botwright/protocol';
import type { ChatState } from '../state.js';
import { named, replaced, withEntry, without } from './change-state.js';
import { unreadUnlessSeen } from './messages.js';
import type { Reducers } from './reducers.js';

export const listReducers: Reducers = {
  TODO_ITEM_CREATED: (state, { todo, channelId }) => withTodos(state, channelId, (todos) => replaced(todos, todo)),
  TODO_ITEM_UPDATED: (state, { todo, channelId }) =>
    withTodos(state, channelId, (todos) => todos.map((each) => (each.id === todo.id ? todo : each))),
  TODO_ITEM_DELETED: (state, { todoId, channelId }) => withTodos(state, channelId, (todos) => without(todos, todoId)),
  ANNOUNCEMENT_CREATED(state, { announcement, channelId }) {
    const told = unreadUnlessSeen(named(state, announcement.createdBy), channelId, announcement.createdBy.id);
    return withAnnouncements(told, channelId, (list) => newestFirst(replaced(list, announcement)));
  },
  ANNOUNCEMENT_DELETED: (state, { announcementId, channelId }) =>
    withAnnouncements(state, channelId, (list) => without(list, announcementId)),
};

export function newestFirst(announcements: readonly Announcement[]): Announcement[] {
  return announcements.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function withTodos(
  state: ChatState,
  channelId: ChannelId,
  change: (todos: readonly TodoItem[]) => readonly TodoItem[],
): ChatState {
  return { ...state, todos: withEntry(state.todos, channelId, change) };
}

function withAnnouncements(
  state: ChatState,
  channelId: ChannelId,
  change: (list: readonly Announcement[]) => readonly Announcement[],
): ChatState {
  return { ...state, announcements: withEntry(state.announcements, channelId, change) };
}
