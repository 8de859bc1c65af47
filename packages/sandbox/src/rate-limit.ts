const windowMs = 1000;

/** Counts the calls of each caller in the second that ends now. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #served = new Map<string, number[]>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Takes a call, or says how many seconds to wait for the next one. */
  take(callerId: string, nowMs: number): { readonly retryAfterSeconds: number } | undefined {
    const recent = (this.#served.get(callerId) ?? []).filter((at) => at > nowMs - windowMs);
    this.#served.set(callerId, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#perSecond) {
      return { retryAfterSeconds: (oldest + windowMs - nowMs) / 1000 };
    }
    recent.push(nowMs);
    return undefined;
  }
}
