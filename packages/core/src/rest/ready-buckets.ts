import { Fifo } from '../fifo.js';
import type { Bucket } from './bucket.js';
import { Turns } from './priority.js';

/** Buckets that could start a call, in a line for each priority; a bucket stands in each once at most. */
export class ReadyBuckets {
  readonly #lines = [new Fifo<Bucket>(), new Fifo<Bucket>(), new Fifo<Bucket>()];
  readonly #turns = new Turns();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param rank - Of the priority of the call that could start. */
  add(bucket: Bucket, rank: number): void {
    const bit = 1 << rank;
    if ((bucket.enlisted & bit) !== 0) return;
    bucket.enlisted |= bit;
    this.#size += 1;
    this.#lines[rank]?.push(bucket);
  }

  /** Takes out whichever is next. */
  take(): Bucket | undefined {
    const rank = this.#turns.next((candidate) => (this.#lines[candidate]?.size ?? 0) > 0) ?? 0;
    const bucket = this.#lines[rank]?.shift();
    if (!bucket) return undefined;
    this.#size -= 1;
    bucket.enlisted &= ~(1 << rank);
    return bucket;
  }
}
