import { guessOf, type Limit, lessonOf, narrower } from './lesson.js';
import type { LimitNotice } from './limit-headers.js';
import { RecentStarts } from './recent-starts.js';
import { Window } from './window.js';

/** However long a pause the service asks for, it is asked again after this. */
const longestPauseMs = 600_000;
/** A guess that held is doubled, up to this one. */
const lastGuess = 32;
/** A window remembers so many starts, and so many of the last that were let through are kept to learn from. */
const mostPlaces = 1_000;
/** A share of which nothing is refused for so many windows grows by one. */
const growAfterWindows = 10;
/** So many requests may be side by side at most: half the connections, so that one bucket does not take them all. */
const mostBeside = 8;
/** The service takes so many times more than are side by side: few are refused when others use the same limit up. */
const margin = 16;
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
  /** The how manieth refusal is the first that is taken for a limit. */
  readonly learnsFrom: number;
}

/** What is known of one limit of the service, its own or one that all requests share. Times are monotonic. */
export class Gate {
  pausedUntil = 0;
  /** Refusals since the last request that was let through. */
  strikes = 0;
  /** When the first of them came. */
  refusedSince = 0;
  #window: Window | undefined;
  /** The limit that the service told, where others use it too, and what is left of it was learnt. */
  #shared: Limit | undefined;
  #growAt = 0;
  /** How many more requests the service said it takes, and until when that holds. */
  #credit = Number.POSITIVE_INFINITY;
  #creditUntil = 0;
  #wasTold = false;
  #isGuess = false;
  #forgetAt = Number.POSITIVE_INFINITY;
  readonly #starts = new RecentStarts(mostPlaces);
  #refusals = 0;

  constructor(private readonly terms: GateTerms) {
    if (terms.own) this.#keep(terms.own);
  }

  /** How many requests may be under way side by side without many of them being refused. */
  breadth(now: number): number {
    if (!this.#wasTold || this.#shared) return 1;
    const left = this.#creditUntil > now ? this.#credit : (this.#window?.limit ?? 0);
    return Math.min(mostBeside, Math.max(1, Math.floor(left / margin)));
  }

  /** Whether others use up a part of the limit that the service told. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  /** The limit that refusals taught; undefined where nothing or only headers did. */
  get learnt(): Limit | undefined {
    const isLearnt = this.#shared !== undefined || Number.isFinite(this.#forgetAt);
    return isLearnt ? this.#window : undefined;
  }

  /** How many requests were let through that began after a moment. */
  servedSince(at: number): number {
    return this.#starts.countSince(at);
  }

  waitMs(now: number): number {
    if (now >= this.#forgetAt) this.#expire(now);
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
    this.#starts.add(startedAt);
    if (this.#shared && startedAt > this.#growAt) this.#grow(this.#shared, startedAt);
  }

  /**
   * The service refused a request, and is left alone for a while.
   * @param saidMs - How long it asked for; undefined when it named no time.
   * @param underWay - Requests that the service may not have counted yet.
   */
  refuse(now: number, pauseMs: number, { saidMs, notice, underWay, isCertain = false, isShared = false }: Said): void {
    if (this.strikes === 0) this.refusedSince = now;
    this.strikes += 1;
    this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(pauseMs, longestPauseMs));
    if (notice) this.notice(notice, now, underWay);
    // What was under way at the same time as another refused request teaches nothing new.
    if (this.strikes > 1 || isShared) return;
    this.#refusals += 1;
    if (this.#refusals < this.terms.learnsFrom && !isCertain) return;
    if (this.#wasTold) this.#takeShare(now);
    else if (saidMs !== undefined) this.#learn(now, saidMs);
  }

  notice({ limit, remaining, resetMs }: LimitNotice, now: number, underWay: number): void {
    if (resetMs === undefined) return;
    if (remaining !== undefined) {
      this.#credit = remaining - underWay;
      this.#creditUntil = now + resetMs;
    }
    if (limit === undefined) return;
    this.#wasTold = true;
    const known = this.#shared ?? this.#window;
    const next = kept({ limit, windowMs: resetMs });
    if (known?.limit === next.limit && next.windowMs <= known.windowMs * tolerance) return;
    this.#keep(next);
    this.#shared = undefined;
    this.#forgetAt = Number.POSITIVE_INFINITY;
  }

  /** Learns from a refusal that named its pause but no limit. */
  #learn(now: number, pauseMs: number): void {
    const lesson = lessonOf(this.#window, this.#starts.inOrder(), now, pauseMs);
    if (!lesson) {
      this.#guess(guessOf(pauseMs), this.pausedUntil);
      return;
    }
    this.#isGuess = false;
    this.#keep(lesson);
    this.#forgetAt = now + lesson.forMs;
  }

  /** Begins slowly. */
  #guess(guess: Limit, from: number): void {
    this.#isGuess = true;
    this.#keep(guess);
    this.#forgetAt = from + guess.windowMs;
  }

  /** Learns from a refusal of a limit that is known: what was let through of it is the share that others leave. */
  #takeShare(now: number): void {
    const known = this.#window;
    if (!known) return;
    const counted = this.#starts.countSince(now - known.windowMs);
    if (counted >= known.limit && !this.#shared) return;
    this.#shared ??= known;
    const wasShare = this.#shared !== known;
    this.#keep(wasShare ? narrower(known) : { limit: Math.max(1, counted), windowMs: known.windowMs });
    this.#growAt = now + known.windowMs * growAfterWindows;
  }

  #grow(told: Limit, now: number): void {
    const limit = (this.#window?.limit ?? 0) + 1;
    this.#keep({ limit, windowMs: told.windowMs });
    this.#growAt = now + told.windowMs * growAfterWindows;
    if (limit >= told.limit) this.#shared = undefined;
  }

  #keep(wanted: Limit): void {
    const { limit, windowMs } = kept(wanted);
    const window = new Window(limit, windowMs);
    // What went out lately counts.
    for (const start of this.#starts.inOrder().slice(-limit)) window.settle(window.take(start), start);
    this.#window = window;
  }

  /** Forgets what refusals taught: they were about something else. */
  pardon(): void {
    this.#forget();
    this.strikes = 0;
    this.pausedUntil = 0;
  }

  #expire(now: number): void {
    const { limit = lastGuess, windowMs = 0 } = this.#window ?? {};
    if (this.#isGuess && limit < lastGuess) this.#guess({ limit: limit * 2, windowMs }, now);
    else this.#forget();
  }

  #forget(): void {
    this.#isGuess = false;
    this.#window = undefined;
    this.#shared = undefined;
    this.#wasTold = false;
    this.#credit = Number.POSITIVE_INFINITY;
    this.#refusals = 0;
    this.#forgetAt = Number.POSITIVE_INFINITY;
    if (this.terms.own) this.#keep(this.terms.own);
  }
}

/** What came with a refusal. */
export interface Said {
  readonly saidMs: number | undefined;
  readonly notice: LimitNotice | undefined;
  readonly underWay: number;
  /** Whether it is beyond doubt that the limit is this one. */
  readonly isCertain?: boolean;
  /** Whether the request went out with the leave of other processes, who keep together what it teaches. */
  readonly isShared?: boolean;
}

/** The same rate over a shorter time, where a window would have to remember too many starts. */
function kept({ limit, windowMs }: Limit): Limit {
  return limit <= mostPlaces ? { limit, windowMs } : { limit: mostPlaces, windowMs: (windowMs * mostPlaces) / limit };
}
