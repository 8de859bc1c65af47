import type { Clock } from '@botwright/clock';

/** Dates that differ by more are of different clocks, or of one that was set. */
const agreementMs = 5_000;

/** The last moment whose text has four digits for its year, so that it compares as the moments of messages do. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59);

/** What the service's clock shows, learned from the dates of its answers: this machine's may be wrong. */
export class ServiceTime {
  #aheadMs: number | undefined;
  #date: string | undefined;
  /** What `#date` says; hundreds of answers have the same. */
  #sent = Number.NaN;

  constructor(private readonly clock: Clock) {}

  /** Looks at the `date` of an answer that came just now. */
  learn(date: string | string[] | undefined): void {
    if (typeof date !== 'string') return;
    if (date !== this.#date) this.#read(date);
    if (Number.isNaN(this.#sent)) return;
    const aheadMs = this.#sent - this.clock.monotonic();
    // Dates are cut to seconds and take time to arrive: of those that agree, the least late is nearest.
    const agrees = this.#aheadMs !== undefined && Math.abs(aheadMs - this.#aheadMs) <= agreementMs;
    this.#aheadMs = agrees ? Math.max(aheadMs, this.#aheadMs ?? aheadMs) : aheadMs;
  }

  /** The moment in epoch milliseconds at which the clock's `monotonic` showed this; never later than it was. */
  at(monotonicMs: number): number {
    return monotonicMs + (this.#aheadMs ?? this.clock.now() - this.clock.monotonic());
  }

  now(): number {
    return this.at(this.clock.monotonic());
  }

  #read(date: string): void {
    this.#date = date;
    const sent = Date.parse(date);
    this.#sent = sent >= 0 && sent <= lastMoment ? sent : Number.NaN;
  }
}
