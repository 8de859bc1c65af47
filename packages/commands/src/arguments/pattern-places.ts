import { type PatternMatch, type PatternSearch, PatternThread } from './pattern-thread.js';

type Found = PatternMatch | 'too-slow' | undefined;

interface Waiting {
  readonly search: PatternSearch;
  readonly budgetMs: number;
  readonly since: number;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

const suspectMs = 60_000;
/** So long a search waits behind others of its place that took too long. */
const patienceMs = 1_000;
/** A place that has so much to do lets the next one begin. */
const turnMs = 20;

/** Where the searches of one pattern, or of one person's patterns, wait for each other. */
export class PatternPlace {
  readonly #waiting: Waiting[] = [];
  #suspectUntil = Number.NEGATIVE_INFINITY;

  /** Whether a search here took too long within the last minute. */
  get isSuspect(): boolean {
    return performance.now() < this.#suspectUntil;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  suspect(): void {
    this.#suspectUntil = performance.now() + suspectMs;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  next(): Waiting | undefined {
    const latest = this.isSuspect ? performance.now() - patienceMs : Number.NEGATIVE_INFINITY;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.since >= latest) return next;
      next.resolve('too-slow');
    }
    return undefined;
  }
}

/** One thread, in which places take turns. */
class SharedThread {
  readonly #thread = new PatternThread();
  readonly #places = new Set<PatternPlace>();
  #isBusy = false;

  constructor(private readonly onTooSlow: (place: PatternPlace) => void) {}

  /** Takes the searches that wait there, and those that come meanwhile. */
  serve(place: PatternPlace): void {
    this.#places.add(place);
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    // A place that is added meanwhile comes last.
    for (const place of this.#places) {
      this.#places.delete(place);
      await this.#takeTurn(place);
    }
    this.#isBusy = false;
  }

  async #takeTurn(place: PatternPlace): Promise<void> {
    const end = performance.now() + turnMs;
    for (let next = place.next(); next !== undefined; next = place.next()) {
      const found = await this.#settle(next);
      if (found === 'too-slow') {
        this.#places.delete(place);
        this.onTooSlow(place);
        return;
      }
      if (performance.now() >= end) break;
    }
    if (!place.isEmpty) this.#places.add(place);
  }

  async #settle({ search, budgetMs, resolve, reject }: Waiting): Promise<Found> {
    try {
      const found = await this.#thread.search(search, budgetMs);
      resolve(found);
      return found;
    } catch (error) {
      reject(error);
      return undefined;
    }
  }
}

/**
 * Runs searches so that one that takes too long holds up those of other places once, and no more for a minute: from then
 * on its place shares a thread with others of its kind alone, and what waits there for more than a second is given up.
 */
export class PatternSearches {
  readonly #common = new SharedThread((place) => this.#suspect(place));
  readonly #suspects = new SharedThread((place) => this.#suspect(place));

  /** As {@link PatternThread.search}; `'too-slow'` as well when those before it in its place took too long. */
  search(place: PatternPlace, search: PatternSearch, budgetMs: number): Promise<Found> {
    return new Promise((resolve, reject) => {
      place.add({ search, budgetMs, since: performance.now(), resolve, reject });
      this.#serve(place);
    });
  }

  #suspect(place: PatternPlace): void {
    place.suspect();
    this.#serve(place);
  }

  #serve(place: PatternPlace): void {
    if (place.isSuspect) this.#suspects.serve(place);
    else this.#common.serve(place);
  }
}
