import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentWork, isExcused, type Listed, overOrExcused, Roll } from '@botwright/core';

class Beginning implements Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;
  readonly work = currentWork();
  #ending: PromiseWithResolvers<void> | undefined;

  constructor(readonly name: string) {}

  /** Resolves with the end. */
  get over(): Promise<void> {
    this.#ending ??= Promise.withResolvers();
    return this.#ending.promise;
  }

  end(): void {
    this.#ending?.resolve();
  }
}

/** What the classes of a bot, or of one of its plugins, are doing right now, so that one can wait for it and name it. */
export class Busy {
  readonly #begun = new Roll<Beginning>();

  /** @param whole - What this is a part of, and counts in as well. */
  constructor(private readonly whole?: Busy) {}

  /** The names of those who have begun and not ended, the longest at it first. */
  get names(): string[] {
    return [...this.#begun].map(({ name }) => name);
  }

  /** Notes that somebody begins. Returns what notes the end. */
  begin(name: string): () => void {
    const beginning = new Beginning(name);
    const endInWhole = this.whole?.begin(name);
    this.#begun.add(beginning);
    return () => {
      this.#begun.delete(beginning);
      beginning.end();
      endInWhole?.();
    };
  }

  /** Resolves when nobody is at it but those who themselves wait for this. */
  async idle(): Promise<void> {
    for (;;) {
      // Who got an event just now has begun by then.
      await nextTurn();
      const waitedFor = [...this.#begun].filter(({ work }) => !isExcused(work));
      if (waitedFor.length === 0) return;
      await Promise.all(waitedFor.map(({ work, over }) => overOrExcused(work, over)));
    }
  }

  /** Gives up those who are still at it: their signals abort. */
  abandon(reason: unknown): void {
    for (const { work } of this.#begun) work?.abort(reason);
  }
}
