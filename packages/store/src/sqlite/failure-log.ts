import type { Clock } from '@botwright/clock';
import type { StoreError } from '../errors.js';

/** Where a store says what failed; pino's loggers fit. */
export interface StoreLog {
  warn(facts: object, message: string): void;
}

const quietMs = 10_000;

/** Says that writing fails, and for a while no more: a full disk fails each write, and lines would fill it further. */
export class FailureLog {
  #last = Number.NEGATIVE_INFINITY;
  #unsaid = 0;

  constructor(
    private readonly log: StoreLog | undefined,
    private readonly clock: Clock,
  ) {}

  say(failure: StoreError): void {
    const now = this.clock.monotonic();
    if (now - this.#last < quietMs) {
      this.#unsaid += 1;
      return;
    }
    this.log?.warn({ err: failure, code: failure.code, unsaid: this.#unsaid }, 'the store cannot write');
    this.#last = now;
    this.#unsaid = 0;
  }
}
