import type { Clock } from '@botwright/clock';

/**
 * The time of day that does not jump when somebody sets the machine's clock: it is read once, and goes on by the
 * monotonic clock. What is kept over a restart can be compared with it, unlike with the monotonic clock alone.
 */
export class SteadyTime {
  readonly #offset: number;

  constructor(private readonly clock: Clock) {
    this.#offset = clock.now() - clock.monotonic();
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.#offset + this.clock.monotonic();
  }
}
