import { type Clock, sleepOn, type Timer } from './clock.js';
import { type QueuedTimer, TimerQueue } from './timer-queue.js';

const defaultEpochMs = Date.UTC(2026, 0, 1);

/**
 * Turns of the event loop between two timers. A call over the loopback and its answer take four, so that what a timer
 * sent is answered before a later timer gives up on it.
 */
const turnsBetweenTimers = 12;

/** A clock that stands still until `advance` moves it: for tests, and for a sandbox whose time is moved by hand. */
export class VirtualClock implements Clock {
  #now: number;
  readonly #epoch: number;
  readonly #timers = new TimerQueue();
  readonly #watchers = new Set<() => void>();
  #moving: Promise<void> | undefined;

  /** @param epochMs - Epoch milliseconds to begin with. Default: the first of January 2026, so that runs are repeatable. */
  constructor(epochMs = defaultEpochMs) {
    this.#now = epochMs;
    this.#epoch = epochMs;
  }

  /** How many timers are set and have not fired. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer fires; undefined when none is set. */
  get nextInMs(): number | undefined {
    const { first } = this.#timers;
    return first && first.at - this.#now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#epoch;
  }

  setTimeout(callback: () => void, ms: number): Timer {
    const timer = this.#timers.add(this.#now + Math.max(0, ms), callback);
    for (const look of this.#watchers) look();
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer) this.#timers.remove(timer as QueuedTimer);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal);
  }

  /**
   * Moves time forward and fires what falls due, in order, each at its own moment. Between two timers the promises and
   * the sockets get their turn, so that what a timer started can set the next one. A call that comes while another one
   * is under way begins where that one ends. What a callback throws rejects the call, and time stays at its moment.
   */
  advance(ms: number): Promise<void> {
    const moved = this.#moving === undefined ? this.#move(ms) : this.#moving.then(() => this.#move(ms));
    const moving = moved
      .catch(() => undefined)
      .then(() => {
        if (this.#moving === moving) this.#moving = undefined;
      });
    this.#moving = moving;
    return moved;
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

  async #move(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#timers.first; next && next.at <= end; next = this.#timers.first) {
      this.#timers.remove(next);
      this.#now = next.at;
      next.callback();
      await turns();
    }
    this.#now = end;
    await turns();
  }
}

function turns(): Promise<void> {
  return new Promise((resolve) => {
    let left = turnsBetweenTimers;
    const turn = () => {
      left -= 1;
      if (left === 0) resolve();
      else setImmediate(turn);
    };
    setImmediate(turn);
  });
}
