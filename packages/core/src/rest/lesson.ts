/** So many requests in so much time. */
export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

/** A longer stretch says less about a limit than about how little was sent. */
const longestWindowMs = 60_000;
const secondMs = 1_000;
/** What a service rounds off when it names seconds. */
const roundingMs = 50;

/**
 * What a refusal teaches where the service names no limit: the requests before it were allowed, and the oldest of them
 * that still counts stops counting when the named pause is over. Which one that is, is not said: the stretch that was
 * densest is taken, since nothing denser was refused.
 * @param starts - When the requests that were allowed began, the oldest first.
 * @param freeAt - When the service said it would take the next one.
 */
export function limitTaughtBy(starts: readonly number[], freeAt: number): Limit | undefined {
  let best: Limit | undefined;
  for (let limit = 1; limit <= starts.length; limit += 1) {
    const windowMs = wholeSeconds(freeAt - (starts[starts.length - limit] ?? 0));
    if (windowMs > longestWindowMs) break;
    if (!best || limit / windowMs > best.limit / best.windowMs) best = { limit, windowMs };
  }
  return best;
}

/** Limits are counted over whole seconds, and pauses are often named in seconds that were rounded up. */
function wholeSeconds(ms: number): number {
  return ms < 2 * secondMs ? Math.max(ms, roundingMs) : Math.floor((ms + roundingMs) / secondMs) * secondMs;
}

/** A limit that was broken although it was kept is this much narrower than was thought. */
export function narrower({ limit, windowMs }: Limit): Limit {
  return { limit, windowMs: Math.min(windowMs * 1.5, longestWindowMs) };
}

/** Whether the first allows more than the second. */
export function isWider(one: Limit, other: Limit): boolean {
  return one.limit / one.windowMs > other.limit / other.windowMs;
}
