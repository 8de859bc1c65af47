import type { Bucket } from './bucket.js';
import { longestWindowMs } from './lesson.js';

/** So many buckets refused in a row make one limit that they share likelier than a limit of each. */
const mostByChance = 2;

/**
 * Whether refusals that do not say whom they concern are about one limit of all requests. They are when several buckets
 * are refused, nothing is let through in between, and each had come to another number, or to none: a limit of each would
 * have let the same number through in each.
 */
export class Suspicion {
  readonly #served = new Map<Bucket, number>();
  #since = 0;

  /** A bucket was refused. */
  refused(bucket: Bucket, now: number): void {
    if (this.#served.size === 0) this.#since = now;
    const { gate } = bucket;
    // A limit that the service told and that was not reached says as much as one that was never used.
    if (!this.#served.has(bucket))
      this.#served.set(bucket, gate.isShared ? 0 : gate.servedSince(now - longestWindowMs));
  }

  /** A request was let through. */
  passed(startedAt: number): void {
    if (this.#served.size > 0 && startedAt > this.#since) this.#served.clear();
  }

  get isFounded(): boolean {
    const numbers = new Set(this.#served.values());
    return this.#served.size > mostByChance && (numbers.size > 1 || numbers.has(0));
  }

  /** Ends the suspicion. @returns The buckets that were refused for it. */
  settle(): Bucket[] {
    const buckets = [...this.#served.keys()];
    this.#served.clear();
    return buckets;
  }
}
