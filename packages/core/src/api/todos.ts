import type { ChannelId, TodoId, TodoItem } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import { OutcomeUnknown, TodoUnsettled } from '../errors.js';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Entries of to-do channels. Their texts go out as they are: nobody is known to be notified of one. */
export class Todos {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the items of a to-do channel (observed); no paging is known.
   * @throws {RequestRejected} 403 without a view of the channel, 404 without such a channel (both inferred).
   */
  async list(channelId: ChannelId, options: CallOptions = {}): Promise<TodoItem[]> {
    const answer = await this.rest.begin(endpoints.getTodoItems, { params: { channelId }, ...options });
    return answer.todos;
  }

  /**
   * Adds an item (observed).
   * @param content - 1 to 256 characters (observed in one client; the length is not checked here).
   * @throws {RequestRejected} 403 without CREATE_TODOS or MANAGE_TODOS, 404 without such a channel (both inferred).
   */
  async add(channelId: ChannelId, content: string, options: CallOptions = {}): Promise<TodoItem> {
    const input = { params: { channelId }, body: { content }, ...options };
    const answer = await this.rest.begin(endpoints.createTodoItem, input);
    return answer.todo;
  }

  /**
   * Changes the text of an item (observed).
   * @param content - As in `add`.
   * @throws {RequestRejected} 403 without EDIT_TODOS or MANAGE_TODOS, 404 without such an item (both inferred).
   */
  async edit(channelId: ChannelId, todoId: TodoId, content: string, options: CallOptions = {}): Promise<TodoItem> {
    const input = { params: { channelId, todoId }, body: { content }, ...options };
    const answer = await this.rest.begin(endpoints.updateTodoItem, input);
    return answer.todo;
  }

  /**
   * Marks an item as done, or as still to do. The service has no such call: it only turns the mark round (inferred from
   * the name of the member that one client sends). So the mark is turned, and once more when it comes out wrong; an item
   * that was right already then shows the other mark for a moment. Where a call gets no answer, the list tells how the
   * item stands.
   * @throws {TodoUnsettled} when it is wrong after the second time too.
   * @throws {OutcomeUnknown} without an answer when the item is not on the list.
   * @throws {RequestRejected} 403 without EDIT_TODOS or MANAGE_TODOS, 404 without such an item (both inferred).
   */
  async setCompleted(
    channelId: ChannelId,
    todoId: TodoId,
    completed: boolean,
    options: CallOptions = {},
  ): Promise<TodoItem> {
    const turned = await this.#turnAndLook(channelId, todoId, options);
    if (turned.completed === completed) return turned;
    const corrected = await this.#turnAndLook(channelId, todoId, options);
    if (corrected.completed !== completed) throw new TodoUnsettled(endpoints.updateTodoItem, corrected, completed);
    return corrected;
  }

  /**
   * Deletes an item (observed).
   * @throws {RequestRejected} 403 without DELETE_TODOS or MANAGE_TODOS, 404 without such an item (both inferred).
   */
  async delete(channelId: ChannelId, todoId: TodoId, options: CallOptions = {}): Promise<void> {
    const params = { channelId, todoId };
    await this.rest.begin(endpoints.deleteTodoItem, { params, ...options });
  }

  /**
   * Adds another item like this one (observed).
   * @returns The new item.
   * @throws {RequestRejected} 403 without CREATE_TODOS or MANAGE_TODOS, 404 without such an item (both inferred).
   */
  async clone(channelId: ChannelId, todoId: TodoId, options: CallOptions = {}): Promise<TodoItem> {
    const params = { channelId, todoId };
    const answer = await this.rest.begin(endpoints.cloneTodoItem, { params, ...options });
    return answer.todo;
  }

  async #turnAndLook(channelId: ChannelId, todoId: TodoId, options: CallOptions): Promise<TodoItem> {
    try {
      return await this.#turn(channelId, todoId, options);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      const item = (await this.list(channelId, options)).find(({ id }) => id === todoId);
      if (!item) throw error;
      return item;
    }
  }

  async #turn(channelId: ChannelId, todoId: TodoId, options: CallOptions): Promise<TodoItem> {
    const input = { params: { channelId, todoId }, body: { changeCompleted: true }, ...options };
    const answer = await this.rest.begin(endpoints.updateTodoItem, input);
    return answer.todo;
  }
}
