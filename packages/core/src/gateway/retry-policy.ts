import type { Clock } from '@botwright/clock';
import { type BotwrightError, ConnectionLost, ConnectionRefused, SessionsRejected } from '../errors.js';
import { Backoff, stableMs } from './backoff.js';
import type { GatewayOptions } from './options.js';

/** What comes after a connection is gone. */
export type Verdict =
  | { readonly step: 'lost' | 'lost again'; readonly retryInMs: number }
  | { readonly step: 'refused'; readonly cause: ConnectionRefused | SessionsRejected };

/** However long the service asks to stay away, it is tried again after this. */
const longestPauseMs = 600_000;
const dayMs = 86_400_000;

/** The close codes of a service that goes away, or begins anew: it would have closed any session. */
const endsOfService: ReadonlySet<number> = new Set([1001, 1012]);

/** Knows how the tries went so far, and from that whether there is a next one and when. */
export class RetryPolicy {
  readonly #backoff: Backoff;
  /** When READY came last, while its session stands. */
  #readyAt: number | undefined;
  #withoutReadySince: number;
  #failedTries = 0;
  /** When the sessions that ended too soon began; those of the last day, the oldest first. */
  #shortSessions: number[] = [];
  /** Of them, those since the last one that lasted. */
  #shortInRow = 0;

  constructor(
    private readonly clock: Clock,
    private readonly options: Required<GatewayOptions>,
    random?: () => number,
  ) {
    this.#backoff = new Backoff(random);
    this.#withoutReadySince = clock.monotonic();
  }

  /** The first try begins: from now on READY is missing. */
  begin(): void {
    this.#withoutReadySince = this.clock.monotonic();
  }

  /** READY came. */
  ready(): void {
    this.#readyAt = this.clock.monotonic();
    this.#failedTries = 0;
  }

  /** A connection is gone, or did not come about. */
  lost(cause: BotwrightError): Verdict {
    const now = this.clock.monotonic();
    const readyAt = this.#readyAt;
    this.#readyAt = undefined;
    if (readyAt === undefined) this.#failedTries += 1;
    else this.#endSession(readyAt, now);
    if (cause instanceof ConnectionRefused) return { step: 'refused', cause };
    const sessions = this.#shortSessions.length;
    if (sessions >= this.options.shortSessionsPerDay) {
      return { step: 'refused', cause: new SessionsRejected(sessions, cause) };
    }
    return { step: this.#isFailing(now) ? 'lost again' : 'lost', retryInMs: this.#pauseAfter(cause, now) };
  }

  #endSession(readyAt: number, now: number): void {
    this.#withoutReadySince = now;
    if (now - readyAt >= stableMs) {
      this.#backoff.reset();
      this.#shortInRow = 0;
      return;
    }
    this.#shortInRow += 1;
    this.#shortSessions = this.#shortSessions.filter((began) => now - began < dayMs);
    this.#shortSessions.push(readyAt);
  }

  #isFailing(now: number): boolean {
    const { failingAfterTries, failingAfterMs } = this.options;
    return this.#failedTries >= failingAfterTries || now - this.#withoutReadySince >= failingAfterMs;
  }

  #pauseAfter(cause: BotwrightError, now: number): number {
    const asked = cause instanceof ConnectionLost ? cause.retryAfterMs : undefined;
    // The gap does not replace the jitter: those who were turned away together do not return together.
    return Math.max(this.#gapLeft(cause, now) + this.#backoff.next(), Math.min(asked ?? 0, longestPauseMs));
  }

  /** A session that the service closed so soon was rejected; one that broke off may have been bad luck, once. */
  #gapLeft(cause: BotwrightError, now: number): number {
    const last = this.#shortSessions.at(-1);
    if (last === undefined || !(isRejection(cause) || this.#shortInRow > 1)) return 0;
    return Math.max(0, last + this.options.sessionGapMs - now);
  }
}

function isRejection(cause: BotwrightError): boolean {
  return cause instanceof ConnectionLost && cause.closeCode !== undefined && !endsOfService.has(cause.closeCode);
}
