import { BotwrightError, type CommandContext, type Message, RequestRejected } from 'botwright';
import { counted } from './counted.js';

type Outcome = 'deleted' | 'skipped' | 'failed';

/** Somebody follows this with their eyes, and each edit costs a call. */
const stepsBetweenReports = 10;

/** Deletes messages one by one, since the service knows no other way, and says in one message how far it is. */
export class PurgeRun {
  readonly #counts: Record<Outcome, number> = { deleted: 0, skipped: 0, failed: 0 };

  constructor(
    private readonly ctx: CommandContext,
    private readonly messages: readonly Message[],
  ) {}

  async run(): Promise<void> {
    const report = await this.ctx.reply(`Deleting ${counted(this.messages.length, 'message')} …`);
    for (const [index, message] of this.messages.entries()) {
      this.#counts[await this.#delete(message)]++;
      const done = index + 1;
      const isLast = done === this.messages.length;
      if (isLast || done % stepsBetweenReports === 0)
        await this.#show(report, isLast ? this.#result() : this.#progress(done));
    }
  }

  async #delete({ channelId, id }: Message): Promise<Outcome> {
    const { api, log, signal } = this.ctx;
    try {
      await api.messages.delete(channelId, id, { signal });
      return 'deleted';
    } catch (err) {
      if (!(err instanceof BotwrightError)) throw err;
      if (err instanceof RequestRejected && err.status === 404) return 'skipped';
      log.warn({ err, deletedMessageId: id }, 'a message could not be deleted');
      return 'failed';
    }
  }

  /** Not being able to show how far it is must not end the work. */
  async #show(report: Message, content: string): Promise<void> {
    const { api, log, signal } = this.ctx;
    try {
      await api.messages.edit(report.channelId, report.id, { content }, { signal });
    } catch (err) {
      if (!(err instanceof BotwrightError)) throw err;
      log.warn({ err }, 'the progress of a purge could not be shown');
    }
  }

  #progress(done: number): string {
    return `Deleting ${counted(this.messages.length, 'message')} … ${done} done.`;
  }

  #result(): string {
    const { deleted, skipped, failed } = this.#counts;
    const sentences = [`${counted(deleted, 'message')} deleted.`];
    if (skipped > 0) sentences.push(`${counted(skipped, 'message')} skipped: somebody else was faster.`);
    if (failed > 0) sentences.push(`${counted(failed, 'message')} could not be deleted; the log says why.`);
    return sentences.join(' ');
  }
}
