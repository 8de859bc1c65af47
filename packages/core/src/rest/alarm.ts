import type { Clock, Timer } from '@botwright/clock';

/** Calls at the earliest of the moments that it was set to; whoever is called too early looks again, and sets it anew. */
export class Alarm {
  #timer: Timer | undefined;
  #at = 0;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  /** @param at - Monotonic. */
  set(at: number): void {
    if (this.#timer !== undefined) {
      if (this.#at <= at) return;
      this.clock.clearTimeout(this.#timer);
    }
    this.#at = at;
    this.#timer = this.clock.setTimeout(
      () => {
        this.#timer = undefined;
        this.ring();
      },
      Math.ceil(at - this.clock.monotonic()),
    );
  }

  clear(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
