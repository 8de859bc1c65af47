import type { Clock, Timer } from '@botwright/clock';
import { Line } from './line.js';

/** A pace allows this many calls at once before it slows them down. */
const largestBurst = 5;

/** Keeps all calls together below a rate: no window of time, wherever it begins, holds more of them than allowed. */
export class Pace {
  readonly #line = new Line();
  readonly #started: number[] = [];
  readonly #burst: number;
  readonly #windowMs: number;
  #timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    perSecond: number,
  ) {
    this.#burst = Math.max(1, Math.min(largestBurst, Math.floor(perSecond)));
    this.#windowMs = (this.#burst / perSecond) * 1000;
  }

  /** Resolves when the next call may start. */
  async next(signal: AbortSignal): Promise<void> {
    if (this.#windowMs === 0) return;
    if (this.#timer !== undefined || this.#waitMs() > 0) {
      this.#wakeLater();
      await this.#line.wait(signal);
      return;
    }
    this.#start();
  }

  /** Leaves no timer behind. */
  close(): void {
    this.clock.clearTimeout(this.#timer);
  }

  #waitMs(): number {
    const oldest = this.#started[0];
    if (oldest === undefined || this.#started.length < this.#burst) return 0;
    return Math.max(0, oldest + this.#windowMs - this.clock.monotonic());
  }

  #start(): void {
    if (this.#started.length === this.#burst) this.#started.shift();
    this.#started.push(this.clock.monotonic());
  }

  #wakeLater(): void {
    this.#timer ??= this.clock.setTimeout(() => this.#wake(), Math.ceil(this.#waitMs()));
  }

  #wake(): void {
    this.#timer = undefined;
    while (this.#waitMs() <= 0) {
      if (!this.#line.admit()) return;
      this.#start();
    }
    this.#wakeLater();
  }
}
