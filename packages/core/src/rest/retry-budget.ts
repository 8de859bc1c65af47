import type { Clock } from '@botwright/clock';

const most = 60;
/** What a call and a second add: so requests that are repeated stay a tenth of all, also while nothing is answered. */
const perCall = 0.1;
const perSecond = 1;

/** How many requests may be repeated, so that a service that is down does not get several times the requests. */
export class RetryBudget {
  #left = most;
  #at: number;

  constructor(private readonly clock: Clock) {
    this.#at = clock.monotonic();
  }

  earn(): void {
    if (this.#left < most) this.#left += perCall;
  }

  /** Takes one, if there is one. */
  take(): boolean {
    const now = this.clock.monotonic();
    this.#left = Math.min(most, this.#left + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
