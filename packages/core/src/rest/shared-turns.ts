import type { Bucket } from './bucket.js';
import type { LimitNotice } from './limit-headers.js';
import type { Permit } from './permit.js';
import type { LimitShare, SharedPlace, SharedRefusal, SharedWait } from './shared-limits.js';

/** A bucket that the other processes told to wait. */
interface Waiting {
  readonly bucket: Bucket;
  readonly until: number;
}

/**
 * What a limiter keeps of the limits that it shares with other processes. It asks for one request at a time, and for a
 * bucket, not for a call: who starts is decided only when there is a place. Times are monotonic.
 */
export class SharedTurns {
  #asking: Bucket | undefined;
  /** Whether what is being asked may have changed meanwhile. */
  #isStale = false;
  readonly #waiting = new Map<string, Waiting>();
  #allUntil = 0;
  readonly #places = new Map<Permit, SharedPlace>();

  constructor(private readonly share: LimitShare) {}

  /** Whether no request may go out that the others were not asked about. */
  get areAsked(): boolean {
    return this.share.isReachable;
  }

  get isAsking(): boolean {
    return this.#asking !== undefined;
  }

  /** How long until the bucket may ask; infinite while it does. */
  waitMs(bucket: Bucket, now: number): number {
    if (this.#asking === bucket) return Number.POSITIVE_INFINITY;
    const waiting = this.#waiting.get(bucket.key);
    return waiting === undefined ? 0 : Math.max(0, waiting.until - now);
  }

  /** How long until any bucket may ask. */
  allWaitMs(now: number): number {
    return Math.max(0, this.#allUntil - now);
  }

  async ask(bucket: Bucket): Promise<SharedPlace | SharedWait | undefined> {
    this.#asking = bucket;
    this.#isStale = false;
    this.#waiting.delete(bucket.key);
    try {
      return await this.share.ask(bucket.key);
    } catch {
      // What rejects although it must not is as good as out of reach, and must not stop all calls.
      return undefined;
    } finally {
      this.#asking = undefined;
    }
  }

  /** Notes that the bucket has to wait. */
  wait(bucket: Bucket, { scope, waitMs }: SharedWait, now: number): void {
    const until = this.#isStale ? now : now + waitMs;
    if (scope === 'all') this.#allUntil = until;
    else this.#waiting.set(bucket.key, { bucket, until });
  }

  /** It may be worth asking now. @returns The bucket, where one is named that waits. */
  freed(key: string | undefined): Bucket | undefined {
    if (key === undefined) this.#allUntil = 0;
    if (this.#asking !== undefined && (key === undefined || key === this.#asking.key)) this.#isStale = true;
    if (key === undefined) return undefined;
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    return waiting?.bucket;
  }

  /** No call of the bucket waits any longer. */
  leave(bucket: Bucket): void {
    if (this.#waiting.delete(bucket.key)) this.share.leave(bucket.key);
  }

  /** A request goes out. */
  start(permit: Permit, place: SharedPlace): void {
    this.#places.set(permit, place);
  }

  /** Whether the permit's request went out with the leave of the others. */
  holds(permit: Permit): boolean {
    return this.#places.has(permit);
  }

  passed(permit: Permit, notice: LimitNotice | undefined): void {
    this.#take(permit)?.passed(notice);
  }

  failed(permit: Permit): void {
    this.#take(permit)?.failed();
  }

  refused(permit: Permit, refusal: SharedRefusal): void {
    this.#take(permit)?.refused(refusal);
  }

  pardon(bucket: Bucket): void {
    this.share.pardon(bucket.key);
  }

  async close(): Promise<void> {
    for (const permit of [...this.#places.keys()]) this.failed(permit);
    await this.share.close();
  }

  #take(permit: Permit): SharedPlace | undefined {
    const place = this.#places.get(permit);
    this.#places.delete(permit);
    return place;
  }
}
