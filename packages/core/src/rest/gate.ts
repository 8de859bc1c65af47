import { isWider, type Limit, limitTaughtBy, narrower } from './lesson.js';
import type { LimitNotice } from './limit-headers.js';
import { Window } from './window.js';

/** However long a pause the service asks for, it is asked again after this. */
const longestPauseMs = 600_000;
/** Limits change: what a refusal taught is forgotten this long after it. */
const lessonMs = 3_600_000;
/** So many of the last requests that were let through are remembered, to learn from. */
const remembered = 64;
/** A window remembers so many starts. */
const mostPlaces = 1_000;
/** Times that differ by less are the same. */
const tolerance = 1.01;

/** The place that a request has in a window. */
export interface Ticket {
  readonly window: Window;
  readonly ticket: number;
}

interface GateTerms {
  /** What is kept from the start, whatever the service says. */
  readonly own?: Limit | undefined;
  /** How many requests have to have been let through before the first refusal is taken for a limit of their number. */
  readonly convincing: number;
}

/** What is known of one limit of the service, its own or one that all requests share. Times are monotonic. */
export class Gate {
  pausedUntil = 0;
  /** Refusals since the last request that was let through. */
  strikes = 0;
  /** When the first of them came. */
  refusedSince = 0;
  #window: Window | undefined;
  /** How many more requests the service said it takes, and until when that holds. */
  #credit = Number.POSITIVE_INFINITY;
  #creditUntil = 0;
  #forgetAt = Number.POSITIVE_INFINITY;
  /** When the requests began that were let through last. */
  readonly #starts: number[] = [];
  #next = 0;
  #refusals = 0;
  /** Requests that were let through since the last refusal. */
  answered = 0;

  constructor(private readonly terms: GateTerms) {
    if (terms.own) this.#keep(terms.own);
  }

  /** Whether a limit is known, so that requests side by side can keep it. */
  get isLimited(): boolean {
    return this.#window !== undefined;
  }

  waitMs(now: number): number {
    if (now >= this.#forgetAt) this.#forget();
    let wait = this.pausedUntil > now ? this.pausedUntil - now : 0;
    if (this.#window) wait = Math.max(wait, this.#window.waitMs(now));
    if (this.#credit <= 0 && this.#creditUntil > now) wait = Math.max(wait, this.#creditUntil - now);
    return wait;
  }

  /** Notes that a request goes out. */
  start(now: number): Ticket | undefined {
    this.#credit -= 1;
    return this.#window && { window: this.#window, ticket: this.#window.take(now) };
  }

  /** The service let a request through. */
  passed(startedAt: number): void {
    this.strikes = 0;
    this.answered += 1;
    this.#starts[this.#next] = startedAt;
    this.#next = (this.#next + 1) % remembered;
  }

  /** The service refused a request, and is left alone for a while. */
  refuse(now: number, pauseMs: number): void {
    if (this.strikes === 0) this.refusedSince = now;
    this.strikes += 1;
    this.answered = 0;
    this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(pauseMs, longestPauseMs));
  }

  /** Learns from a refusal that named its pause but no limit. */
  learn(now: number, pauseMs: number): void {
    // What was under way at the same time as another refused request teaches nothing new.
    if (this.strikes > 1) return;
    const taught = limitTaughtBy(this.#lastStarts(), now + pauseMs);
    const known = this.#window;
    this.#refusals += 1;
    if (!taught || (this.#refusals === 1 && taught.limit < this.terms.convincing)) return;
    this.#keep(known && !isWider(known, taught) ? narrower(known) : taught);
    this.#forgetAt = now + lessonMs;
  }

  /** @param underWay - Requests that the service may not have counted yet. */
  notice({ limit, remaining, resetMs }: LimitNotice, now: number, underWay: number): void {
    if (resetMs === undefined) return;
    if (remaining !== undefined) {
      this.#credit = remaining - underWay;
      this.#creditUntil = now + resetMs;
    }
    if (limit === undefined) return;
    const known = this.#window;
    const next = kept({ limit, windowMs: resetMs });
    if (known?.limit === next.limit && next.windowMs <= known.windowMs * tolerance) return;
    this.#keep(next);
    this.#forgetAt = Number.POSITIVE_INFINITY;
  }

  #keep(wanted: Limit): void {
    const { limit, windowMs } = kept(wanted);
    const window = new Window(limit, windowMs);
    // What went out lately counts.
    for (const start of this.#lastStarts().slice(-limit)) window.settle(window.take(start), start);
    this.#window = window;
  }

  #lastStarts(): number[] {
    return [...this.#starts.slice(this.#next), ...this.#starts.slice(0, this.#next)];
  }

  #forget(): void {
    this.#window = undefined;
    this.answered = 0;
    this.#refusals = 0;
    this.#forgetAt = Number.POSITIVE_INFINITY;
    if (this.terms.own) this.#keep(this.terms.own);
  }
}

/** The same rate over a shorter time, where a window would have to remember too many starts. */
function kept({ limit, windowMs }: Limit): Limit {
  return limit <= mostPlaces ? { limit, windowMs } : { limit: mostPlaces, windowMs: (windowMs * mostPlaces) / limit };
}
