import { type EventPayload, inject, Listener, On } from 'botwright';
import { asChannelItem } from './api-channel.js';
import { TodoLists } from './todo-lists.js';
import { TodoSync } from './todo-sync.js';

/** Hears what happens to the items of to-do channels. */
@Listener()
export class TodoEvents {
  constructor(
    @inject(TodoLists) private readonly lists: TodoLists,
    @inject(TodoSync) private readonly sync: TodoSync,
  ) {}

  @On('TODO_ITEM_CREATED')
  created(event: EventPayload<'TODO_ITEM_CREATED'>): void {
    this.#put(event);
  }

  @On('TODO_ITEM_UPDATED')
  updated(event: EventPayload<'TODO_ITEM_UPDATED'>): void {
    this.#put(event);
  }

  @On('TODO_ITEM_DELETED')
  deleted({ channelId, todoId }: EventPayload<'TODO_ITEM_DELETED'>): void {
    this.lists.remove(channelId, todoId);
    this.sync.notice(channelId, todoId, undefined);
  }

  #put({ todo }: EventPayload<'TODO_ITEM_CREATED'>): void {
    this.lists.put(todo);
    this.sync.notice(todo.channelId, todo.id, asChannelItem(todo));
  }
}
