import { asWork, Cancellation, currentWork, excuseCurrentWork, overOrExcused } from '@botwright/core';

/**
 * Changes of a bot, one after the other. One that a hook of another asks for does not wait for its turn, since the other
 * waits for the hook.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  readonly #hooks = new Set<Cancellation>();

  /** Makes a change when those before it are over. Until it is over, nobody waits for the code that asked for it. */
  take(change: () => Promise<void>): Promise<void> {
    const work = currentWork();
    if (work !== undefined && this.#hooks.has(work)) return change();
    const over = this.#last.then(change);
    this.#last = over.catch(() => undefined);
    excuseCurrentWork(over);
    return over;
  }

  /** Resolves when no change is under way. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /**
   * Runs a hook that a change waits for.
   *
   * @returns Whether it ended; it did not when it waits for the bot to stop, which waits for the change.
   */
  async hook(run: () => unknown): Promise<boolean> {
    const work = new Cancellation();
    this.#hooks.add(work);
    const over = asWork(work, async () => run()).finally(() => this.#hooks.delete(work));
    const ended = over.then(() => true);
    return Promise.race([ended, overOrExcused(work, over).then(() => false)]);
  }
}
