import { type Clock, sleepOn, type Timer } from './clock.js';

interface FakeTimer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock for tests: time stands still until `advance` moves it. */
export class VirtualClock implements Clock {
  #now: number;
  readonly #start: number;
  readonly #timers = new Set<FakeTimer>();
  readonly #watchers = new Set<() => void>();

  /** @param now - Epoch milliseconds to begin with. */
  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
    this.#start = now;
  }

  /** How many timers are set and have not fired. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer fires; undefined when none is set. */
  get nextInMs(): number | undefined {
    const next = this.#next();
    return next && next.at - this.#now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  setTimeout(callback: () => void, ms: number): Timer {
    const timer: FakeTimer = { at: this.#now + Math.max(0, ms), callback };
    this.#timers.add(timer);
    for (const look of this.#watchers) look();
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer) this.#timers.delete(timer as FakeTimer);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal);
  }

  /**
   * Moves time forward and fires what falls due, in order, each at its own moment. Between two timers the promises and
   * the sockets get their turn, so that what a timer started can set the next one.
   */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#next(); next && next.at <= end; next = this.#next()) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
      await turn();
    }
    this.#now = end;
    await turn();
  }

  /**
   * Resolves, with the milliseconds it is away, when a timer is set that fires within `ms` from now: the way to wait for
   * code that is still busy with a socket before moving time.
   */
  timerWithin(ms: number): Promise<number> {
    return new Promise((resolve) => {
      const look = () => {
        const next = this.nextInMs;
        if (next === undefined || next > ms) return;
        this.#watchers.delete(look);
        resolve(next);
      };
      this.#watchers.add(look);
      look();
    });
  }

  #next(): FakeTimer | undefined {
    let earliest: FakeTimer | undefined;
    for (const timer of this.#timers) {
      if (!earliest || timer.at < earliest.at) earliest = timer;
    }
    return earliest;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
