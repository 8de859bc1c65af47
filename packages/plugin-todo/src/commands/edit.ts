import { Api, Arg, Command, type CommandContext, endpoints, inject, limits, Rest, text } from 'botwright';
import { lineOf, replyWith } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';

@Command({
  name: 'todo edit',
  summary: 'Change what something says.',
  examples: ['todo edit 3 buy green tea', 'todo edit "buy tea" buy green tea'],
})
export class TodoEdit {
  @Arg(text({ max: limits.todoContentLength.value }), 'its number, its id or its text in quotes') item!: string;
  @Rest(text({ max: limits.todoContentLength.value }), 'what it is to say') text!: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(TodoDesk) private readonly desk: TodoDesk,
  ) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#edit(ctx));
  }

  async #edit(ctx: CommandContext): Promise<string> {
    const { channelId, list } = await this.desk.open(ctx, endpoints.updateTodoItem);
    const entry = await list.find(this.item);
    const item = await this.api.todos.edit(channelId, entry.item.id, this.text);
    list.put(item);
    return `Changed: ${lineOf({ ...entry, item })}`;
  }
}
