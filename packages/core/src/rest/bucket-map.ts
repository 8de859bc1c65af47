import { Bucket } from './bucket.js';

/** So many buckets are remembered, and as many again until a sweep; those in use are never forgotten. */
const remembered = 5_000;

/** The buckets that were used last. A sweep forgets those that nobody asked for since the sweep before it. */
export class BucketMap {
  #recent = new Map<string, Bucket>();
  #older = new Map<string, Bucket>();

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  get(key: string, isOrdered: boolean): Bucket {
    const recent = this.#recent.get(key);
    if (recent) return recent;
    if (this.#recent.size >= remembered) this.#sweep();
    const bucket = this.#older.get(key) ?? new Bucket(key, isOrdered);
    this.#older.delete(key);
    this.#recent.set(key, bucket);
    return bucket;
  }

  *values(): Generator<Bucket> {
    yield* this.#recent.values();
    yield* this.#older.values();
  }

  #sweep(): void {
    const forgotten = this.#older;
    this.#older = this.#recent;
    this.#recent = new Map();
    for (const [key, bucket] of forgotten) if (bucket.isBusy) this.#older.set(key, bucket);
  }
}
