import { asWritten, Command, type CommandContext, endpoints, Flag, inject } from 'botwright';
import { fitLines, lineOf, replyWith } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';

@Command({ name: 'todo list', summary: 'Show what is to do.', examples: ['todo list', 'todo list --all'] })
export class TodoListing {
  @Flag('also what is done') all!: boolean;

  constructor(@inject(TodoDesk) private readonly desk: TodoDesk) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#list(ctx));
  }

  async #list(ctx: CommandContext): Promise<string> {
    const { name, list } = await this.desk.open(ctx, endpoints.getTodoItems);
    const entries = await list.entries();
    if (entries.length === 0) return `Nothing is on the list. Put something there: ${ctx.prefix}todo add <text…>`;
    const shown = this.all ? entries : entries.filter(({ item }) => !item.completed);
    const done = entries.filter(({ item }) => item.completed).length;
    return fitLines(`#${asWritten(name)}: ${entries.length - done} to do, ${done} done`, shown.map(lineOf));
  }
}
