import { Api, Command, type CommandContext, endpoints, inject, limits, Rest, text } from 'botwright';
import { lineOf, replyWith } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';

@Command({ name: 'todo reopen', summary: 'Put something done back on the list.', examples: ['todo reopen 3'] })
export class TodoReopen {
  @Rest(text({ max: limits.todoContentLength.value }), 'its number, its id or its text') item!: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(TodoDesk) private readonly desk: TodoDesk,
  ) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#reopen(ctx));
  }

  async #reopen(ctx: CommandContext): Promise<string> {
    const { channelId, list } = await this.desk.open(ctx, endpoints.updateTodoItem);
    const entry = await list.find(this.item);
    if (!entry.item.completed) return `That is still to do: ${lineOf(entry)}`;
    const item = await this.api.todos.setCompleted(channelId, entry.item.id, false);
    list.put(item);
    return `To do again: ${lineOf({ ...entry, item })}`;
  }
}
