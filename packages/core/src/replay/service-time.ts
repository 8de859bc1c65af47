import type { Clock } from '@botwright/clock';

/** Dates that differ by more are of different clocks, or of one that was set. */
const agreementMs = 5_000;

/** The last moment whose text has four digits for its year, so that it compares as the moments of messages do. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * What the clock shows that the service dates messages by. Three tell: the dates of its answers, the dates of messages
 * that came by themselves, and this machine's clock. Any of them may be wrong, by hours or by years: a machine that was
 * not set, a cache that gives old answers, a sender who dates what he says. So the one in the middle holds, which is never
 * farther off than the second best. Where only two tell, the service is believed rather than this machine.
 */
export class ServiceTime {
  /** How far the dates of answers are ahead of the clock's `monotonic`. */
  #aheadMs: number | undefined;
  /** What the last answer told where that is something else: one alone may be of another clock, two are not. */
  #otherAheadMs: number | undefined;
  /** How far the dates of messages are ahead. */
  #messagesAheadMs: number | undefined;
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
    const other = this.#otherAheadMs;
    this.#otherAheadMs = undefined;
    // Dates are cut to seconds and take time to arrive: of those that agree, the least late is nearest.
    if (this.#aheadMs === undefined) this.#aheadMs = aheadMs;
    else if (agree(aheadMs, this.#aheadMs)) this.#aheadMs = Math.max(aheadMs, this.#aheadMs);
    else if (other !== undefined && agree(aheadMs, other)) this.#aheadMs = Math.max(aheadMs, other);
    else this.#otherAheadMs = aheadMs;
  }

  /** Learns how far the dates of messages that came by themselves are ahead of the clock's `monotonic`. */
  learnFromMessages(aheadMs: number | undefined): void {
    this.#messagesAheadMs = aheadMs;
  }

  /** The moment at which the clock's `monotonic` showed this, as ISO 8601 that compares as the moments of messages do. */
  at(monotonicMs: number): string {
    return new Date(Math.min(Math.max(monotonicMs + this.#middle(), 0), lastMoment)).toISOString();
  }

  #middle(): number {
    const own = this.clock.now() - this.clock.monotonic();
    const told = [this.#aheadMs, this.#messagesAheadMs].filter((ms) => ms !== undefined);
    return told.length === 2 ? middleOf([own, ...told]) : (told[0] ?? own);
  }

  #read(date: string): void {
    this.#date = date;
    const sent = Date.parse(date);
    this.#sent = sent >= 0 && sent <= lastMoment ? sent : Number.NaN;
  }
}

function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= agreementMs;
}

function middleOf(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[1] ?? Number.NaN;
}
