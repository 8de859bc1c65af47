import type { Clock, Timer } from '@botwright/clock';

export interface Dated {
  /** Monotonic. May be set to a later time at any moment, or to infinity. */
  readonly dueAt: number;
  expire(): void;
}

/** Ends what takes too long. One timer serves all: to set and clear one for each would cost more than most of it does. */
export class Deadlines {
  readonly #dated = new Set<Dated>();
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  watch(dated: Dated): void {
    this.#dated.add(dated);
    if (dated.dueAt < this.#timerAt) this.#arm(dated.dueAt);
  }

  unwatch(dated: Dated): void {
    this.#dated.delete(dated);
    if (this.#dated.size === 0) this.#disarm();
  }

  #look(): void {
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = this.clock.monotonic();
    let next = Number.POSITIVE_INFINITY;
    for (const dated of this.#dated) {
      if (dated.dueAt <= now) dated.expire();
      else if (dated.dueAt < next) next = dated.dueAt;
    }
    if (next < this.#timerAt) this.#arm(next);
  }

  #arm(at: number): void {
    this.#disarm();
    this.#timerAt = at;
    this.#timer = this.clock.setTimeout(() => this.#look(), Math.max(0, at - this.clock.monotonic()));
  }

  #disarm(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }
}
