import { Api, Command, type CommandContext, endpoints, inject, limits, Rest, text } from 'botwright';
import { lineOf, replyWith } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';

@Command({ name: 'todo done', summary: 'Tick something off.', examples: ['todo done 3', 'todo done buy tea'] })
export class TodoDone {
  @Rest(text({ max: limits.todoContentLength.value }), 'its number, its id or its text') item!: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(TodoDesk) private readonly desk: TodoDesk,
  ) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#tickOff(ctx));
  }

  async #tickOff(ctx: CommandContext): Promise<string> {
    const { channelId, list } = await this.desk.open(ctx, endpoints.updateTodoItem);
    const entry = await list.find(this.item);
    if (entry.item.completed) return `That is done already: ${lineOf(entry)}`;
    const item = await this.api.todos.setCompleted(channelId, entry.item.id, true);
    list.put(item);
    return `Done: ${lineOf({ ...entry, item })}`;
  }
}
