import { Command, type CommandContext, Flag, inject } from 'botwright';
import { explainSync, replyWith } from '../answers.js';
import { TodoDesk } from '../todo-desk.js';
import { TodoSync } from '../todo-sync.js';

@Command({
  name: 'todo sync',
  summary: 'Compare the list with its file now.',
  examples: ['todo sync', 'todo sync --yes'],
})
export class TodoSyncNow {
  @Flag('delete and complete as many items as it takes') yes!: boolean;

  constructor(
    @inject(TodoDesk) private readonly desk: TodoDesk,
    @inject(TodoSync) private readonly sync: TodoSync,
  ) {}

  run(ctx: CommandContext): Promise<void> {
    return replyWith(ctx, () => this.#sync(ctx));
  }

  async #sync(ctx: CommandContext): Promise<string> {
    const { channelId } = await this.desk.open(ctx, { needs: ['channel:MANAGE_TODOS'] });
    const { channelId: syncedId = channelId } = this.sync;
    if (syncedId !== channelId) return explainSync(undefined, ctx.prefix);
    return explainSync(await this.sync.sync({ confirmed: this.yes }), ctx.prefix);
  }
}
