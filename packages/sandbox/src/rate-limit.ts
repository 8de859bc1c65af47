const windowMs = 1000;

/** Counts the calls of each caller in the second that ends now. */
export class RateLimit {
  readonly #perSecond: number;
  /** When calls of each were taken, the one that called last behind the others. */
  readonly #served = new Map<string, number[]>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Takes a call, or says how many seconds to wait for the next one. */
  take(callerId: string, nowMs: number): { readonly retryAfterSeconds: number } | undefined {
    const begin = nowMs - windowMs;
    const recent = (this.#served.get(callerId) ?? []).filter((at) => at > begin);
    this.#served.delete(callerId);
    this.#forgetThoseBefore(begin);
    this.#served.set(callerId, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#perSecond) {
      return { retryAfterSeconds: (oldest + windowMs - nowMs) / 1000 };
    }
    recent.push(nowMs);
    return undefined;
  }

  /** Callers need not exist: a webhook's id may be made up. */
  #forgetThoseBefore(begin: number): void {
    for (const [callerId, calls] of this.#served) {
      if ((calls.at(-1) ?? begin) > begin) return;
      this.#served.delete(callerId);
    }
  }
}
