/** A request is taken to have arrived this long after its start at the latest, also when no reply came yet. */
const longestTransitMs = 1_000;

/**
 * A limit of so many requests in any stretch of time. It counts from the reply: the service may have seen the request at
 * any moment up to then, and so no stretch of its own time holds more either.
 */
export class Window {
  /** When each place is free again; they are taken in turn. */
  readonly #freeAt: number[] = [];
  #taken = 0;

  constructor(
    readonly limit: number,
    readonly windowMs: number,
    private readonly transitMs = longestTransitMs,
  ) {}

  waitMs(now: number): number {
    const freeAt = this.#freeAt[this.#taken % this.limit];
    return freeAt === undefined || freeAt <= now ? 0 : freeAt - now;
  }

  /** @returns A ticket for `settle`. */
  take(now: number): number {
    const ticket = this.#taken;
    this.#freeAt[ticket % this.limit] = now + this.windowMs + this.transitMs;
    this.#taken += 1;
    return ticket;
  }

  /** The request's reply is there. */
  settle(ticket: number, now: number): void {
    if (ticket < this.#taken - this.limit) return;
    const place = ticket % this.limit;
    this.#freeAt[place] = Math.min(this.#freeAt[place] ?? Number.POSITIVE_INFINITY, now + this.windowMs);
  }
}
