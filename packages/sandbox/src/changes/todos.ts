import type { Channel, TodoItem, UserId } from '@botwright/protocol';
import { type Change, type WorldEvent, worldEvent } from '../world/change.js';
import type { WorldView } from '../world/state.js';
import { viewersOf } from './audience.js';

export function createTodo(channel: Channel, createdBy: UserId, content: string): Change<TodoItem> {
  return (state, stamp) => {
    const todo: TodoItem = {
      id: stamp.identities.id(),
      channelId: channel.id,
      type: 'text',
      content,
      createdBy,
      editedBy: null,
      editedAt: null,
      completed: false,
      completedBy: null,
      completedAt: null,
      createdAt: stamp.now(),
    };
    state.todos.set(todo.id, todo);
    return { answer: todo, events: [todoEvent(state, 'TODO_ITEM_CREATED', channel, todo)] };
  };
}

interface TodoChange {
  readonly content?: string | undefined;
  readonly changeCompleted?: boolean | undefined;
}

/** Gives an item other words, or makes what is open done and what is done open. Nothing to change causes no event. */
export function updateTodo(
  channel: Channel,
  before: TodoItem,
  userId: UserId,
  { content, changeCompleted = false }: TodoChange,
): Change<TodoItem> {
  return (state, stamp) => {
    const now = stamp.now();
    const reworded = content !== undefined && content !== before.content;
    if (!reworded && !changeCompleted) return { answer: before, events: [] };
    const todo: TodoItem = {
      ...before,
      ...(reworded && { content, editedBy: userId, editedAt: now }),
      ...(changeCompleted && flipped(before, userId, now)),
    };
    state.todos.set(todo.id, todo);
    return { answer: todo, events: [todoEvent(state, 'TODO_ITEM_UPDATED', channel, todo)] };
  };
}

export function deleteTodo(channel: Channel, todoId: string): Change<void> {
  return (state) => {
    state.todos.delete(todoId);
    const data = { todoId, channelId: channel.id, teamId: channel.teamId };
    return { answer: undefined, events: [worldEvent('TODO_ITEM_DELETED', data, viewersOf(state, channel))] };
  };
}

function flipped({ completed }: TodoItem, userId: UserId, now: string) {
  return completed
    ? { completed: false, completedBy: null, completedAt: null }
    : { completed: true, completedBy: userId, completedAt: now };
}

function todoEvent(
  world: WorldView,
  kind: 'TODO_ITEM_CREATED' | 'TODO_ITEM_UPDATED',
  channel: Channel,
  todo: TodoItem,
): WorldEvent {
  return worldEvent(kind, { todo, channelId: channel.id, teamId: channel.teamId }, viewersOf(world, channel));
}
