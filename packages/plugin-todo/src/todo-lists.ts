import { Api, type ChannelId, inject, type TodoId, type TodoItem } from 'botwright';
import { TodoList } from './todo-list.js';

/** The lists of the to-do channels that somebody asked for. */
export class TodoLists {
  readonly #lists = new Map<ChannelId, TodoList>();

  constructor(@inject(Api) private readonly api: Api) {}

  of(channelId: ChannelId): TodoList {
    const list = this.#lists.get(channelId) ?? new TodoList(() => this.api.todos.list(channelId));
    this.#lists.set(channelId, list);
    return list;
  }

  put(item: TodoItem): void {
    this.#lists.get(item.channelId)?.put(item);
  }

  remove(channelId: ChannelId, id: TodoId): void {
    this.#lists.get(channelId)?.remove(id);
  }

  /** Lets every list be read anew: after READY nobody tells what happened before. */
  forget(): void {
    for (const list of this.#lists.values()) list.forget();
  }
}
