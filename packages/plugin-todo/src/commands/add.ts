import { Api, Command, type CommandContext, CommandGroup, endpoints, inject, limits, Rest, text } from 'botwright';
import { replyWith, shortText } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';

@CommandGroup({ name: 'todo', summary: "The team's to-do list." })
@Command({ name: 'todo add', summary: 'Put something on the to-do list.', examples: ['todo add buy tea'] })
export class TodoAdd {
  @Rest(text({ max: limits.todoContentLength.value }), 'what is to do') text!: string;

  constructor(
    @inject(Api) private readonly api: Api,
    @inject(TodoDesk) private readonly desk: TodoDesk,
  ) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#add(ctx));
  }

  async #add(ctx: CommandContext): Promise<string> {
    const { channelId, list } = await this.desk.open(ctx, endpoints.createTodoItem);
    await list.entries();
    const item = await this.api.todos.add(channelId, this.text);
    return `Added as number ${list.numberOf(item)}: ${shortText(item)}`;
  }
}
