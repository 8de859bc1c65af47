import type { Clock } from '@botwright/clock';
import { Line } from './line.js';
import { Pace } from './pace.js';

/** However long a pause the service asks for, a bucket is tried again after this. */
const longestPauseMs = 600_000;
const sweepEveryMs = 60_000;

interface Bucket {
  readonly line: Line;
  busy: boolean;
  /** Monotonic time before which the service wants no call. */
  pausedUntil: number;
}

/**
 * Hands out permits: one call of a bucket at a time, in the order they came. Who holds a permit keeps it through its
 * retries, so that nothing of its bucket overtakes it.
 */
export class Limiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #pace: Pace;
  #sweepAt = 0;

  constructor(
    private readonly clock: Clock,
    perSecond: number,
  ) {
    this.#pace = new Pace(clock, perSecond);
  }

  /**
   * Waits for the bucket's turn. The permit has to be released, whatever happens: its bucket stands still until then.
   * @throws the signal's reason.
   */
  async acquire(key: string, signal: AbortSignal): Promise<Permit> {
    signal.throwIfAborted();
    const bucket = this.#bucket(key);
    if (bucket.busy) await bucket.line.wait(signal);
    bucket.busy = true;
    return new Permit(this.clock, this.#pace, bucket, () => this.#release(key, bucket));
  }

  close(): void {
    this.#pace.close();
  }

  #bucket(key: string): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#sweep();
      bucket = { line: new Line(), busy: false, pausedUntil: 0 };
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  #release(key: string, bucket: Bucket): void {
    if (bucket.line.admit()) return;
    bucket.busy = false;
    if (bucket.pausedUntil <= this.clock.monotonic()) this.#buckets.delete(key);
  }

  // Only a bucket that was given up while paused outlives its calls.
  #sweep(): void {
    const now = this.clock.monotonic();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + sweepEveryMs;
    for (const [key, bucket] of this.#buckets) {
      if (!bucket.busy && bucket.pausedUntil <= now) this.#buckets.delete(key);
    }
  }
}

/** The right to be the one call of its bucket that is under way. */
export class Permit {
  #isReleased = false;

  constructor(
    private readonly clock: Clock,
    private readonly pace: Pace,
    private readonly bucket: Bucket,
    private readonly giveBack: () => void,
  ) {}

  /** How long the service still wants no call of this bucket. */
  get pauseMs(): number {
    return Math.max(0, this.bucket.pausedUntil - this.clock.monotonic());
  }

  /** Waits until the service and the pace allow a request. */
  async clearance(signal: AbortSignal): Promise<void> {
    if (this.pauseMs > 0) await this.clock.sleep(this.pauseMs, signal);
    await this.pace.next(signal);
  }

  /** The service wants a pause of this bucket. */
  pause(ms: number): void {
    this.bucket.pausedUntil = this.clock.monotonic() + Math.min(ms, longestPauseMs);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.giveBack();
  }
}
