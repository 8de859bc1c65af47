import { Api, Command, type CommandContext, endpoints, inject, limits, Rest, text } from 'botwright';
import { lineOf, replyWith } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';

@Command({ name: 'todo rm', summary: 'Take something off the list.', examples: ['todo rm 3', 'todo rm buy tea'] })
export class TodoRemove {
  @Rest(text({ max: limits.todoContentLength.value }), 'its number, its id or its text') item!: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(TodoDesk) private readonly desk: TodoDesk,
  ) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#remove(ctx));
  }

  async #remove(ctx: CommandContext): Promise<string> {
    const { channelId, list } = await this.desk.open(ctx, endpoints.deleteTodoItem);
    const entry = await list.find(this.item);
    await this.api.todos.delete(channelId, entry.item.id);
    list.remove(entry.item.id);
    return `Removed: ${lineOf(entry)}`;
  }
}
