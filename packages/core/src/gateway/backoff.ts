const baseMs = 1_000;
const capMs = 60_000;
/** A connection that stood this long was a good one: the next failure begins anew. */
export const stableMs = 60_000;

/** How long to wait before each further try: full jitter, so that clients dropped together do not return together. */
export class Backoff {
  #failures = 0;

  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds to wait: anywhere between 0 and 1 s at first, then the limit doubles up to 60 s. */
  next(): number {
    const limit = Math.min(capMs, baseMs * 2 ** this.#failures);
    this.#failures += 1;
    return this.random() * limit;
  }

  reset(): void {
    this.#failures = 0;
  }
}
