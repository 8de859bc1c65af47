import type { Client } from 'botwright';

type Clock = Pick<Client['clock'], 'now' | 'setTimeout' | 'clearTimeout'>;

/** The wall clock may be set while a timer runs: looking at it this often keeps the moments absolute. */
const longestWaitMs = 60_000;

/** Calls back once for each key when its moment has come, with one timer for all of them. */
export class Deadlines {
  readonly #moments = new Map<string, number>();
  #timer: ReturnType<Clock['setTimeout']> | undefined;
  #closed = false;

  constructor(
    private readonly clock: Clock,
    private readonly onDue: (key: string) => void,
  ) {}

  /** @param at - Epoch milliseconds; a moment that the key had before is forgotten. */
  set(key: string, at: number): void {
    this.#moments.set(key, at);
    this.#arm();
  }

  clear(key: string): void {
    if (this.#moments.delete(key)) this.#arm();
  }

  /** Calls back for nothing any more. */
  close(): void {
    this.#closed = true;
    this.clock.clearTimeout(this.#timer);
  }

  #arm(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed || this.#moments.size === 0) return;
    const next = [...this.#moments.values()].reduce((earliest, at) => Math.min(earliest, at));
    const wait = Math.min(Math.max(0, next - this.clock.now()), longestWaitMs);
    this.#timer = this.clock.setTimeout(() => this.#fire(), wait);
  }

  #fire(): void {
    const now = this.clock.now();
    const due = [...this.#moments].filter(([, at]) => at <= now).map(([key]) => key);
    for (const key of due) this.#moments.delete(key);
    this.#arm();
    due.forEach(this.onDue);
  }
}
