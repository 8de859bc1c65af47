/** So many requests in so much time. */
export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

/** What a refusal taught, and how long that holds. */
export interface Lesson extends Limit {
  readonly forMs: number;
}

/** Limits change: what a refusal taught is forgotten this long after it. */
const lessonMs = 3_600_000;
/** So few requests may have been refused for another reason than their number: then sooner. */
const weakLessonMs = 600_000;
const fewRequests = 2;
/** Where nothing had been let through that it could be learnt from, this many may go out in a pause's time. */
const firstGuess = 1;
const shortestGuessMs = 1_000;
const longestGuessMs = 10_000;

/** A longer stretch says less about a limit than about how little was sent. */
export const longestWindowMs = 60_000;
const secondMs = 1_000;
/** What a service rounds off when it names seconds. */
const roundingMs = 50;
/** So much longer than its window a stretch looks, since a request and its answer are on their way for a while. */
const transitMs = 100;

/**
 * What a refusal teaches beyond what is known; undefined where nothing was let through lately.
 * @param starts - As for {@link limitTaughtBy}, like the rest.
 */
export function lessonOf(
  known: Limit | undefined,
  starts: readonly number[],
  now: number,
  pauseMs: number,
): Lesson | undefined {
  const taught = limitTaughtBy(starts, now, pauseMs);
  if (!taught) return undefined;
  const next = known && !isWider(known, taught) ? narrower(known) : taught;
  return { ...next, forMs: next.limit <= fewRequests ? weakLessonMs : lessonMs };
}

/** What to begin with after a refusal that taught nothing. */
export function guessOf(pauseMs: number): Limit {
  return { limit: firstGuess, windowMs: Math.min(Math.max(pauseMs, shortestGuessMs), longestGuessMs) };
}

/**
 * What a refusal teaches where the service names no limit: the requests before it were allowed, and the oldest of them
 * that still counts stops counting when the named pause is over. Which one that is, is not said: the stretch that was
 * densest is taken, since nothing denser was refused. A pause that is not rounded gives it away: then the stretch is one
 * of whole seconds, as limits are.
 * @param starts - When the requests that were allowed began, the oldest first.
 * @param pauseMs - What the service asked for at `now`.
 */
export function limitTaughtBy(starts: readonly number[], now: number, pauseMs: number): Limit | undefined {
  const isRounded = pauseMs % secondMs === 0;
  let best: Limit | undefined;
  let bestIsWhole = false;
  for (let limit = 1; limit <= starts.length; limit += 1) {
    const stretchMs = now + pauseMs - (starts[starts.length - limit] ?? 0);
    if (stretchMs > longestWindowMs + transitMs) break;
    const isWhole = !isRounded && stretchMs > secondMs && stretchMs % secondMs < transitMs;
    if (bestIsWhole && !isWhole) continue;
    const found = { limit, windowMs: wholeSeconds(stretchMs) };
    if (!best || isWhole !== bestIsWhole || isWider(found, best)) best = found;
    bestIsWhole = isWhole;
  }
  return best;
}

/** Limits are counted over whole seconds, and pauses are often named in seconds that were rounded up. */
function wholeSeconds(ms: number): number {
  return ms < 2 * secondMs ? Math.max(ms, roundingMs) : Math.floor((ms + roundingMs) / secondMs) * secondMs;
}

/** A limit that was broken although it was kept is narrower than was thought, or others use up a part of it. */
export function narrower({ limit, windowMs }: Limit): Limit {
  if (limit > 1) return { limit: Math.floor(limit * 0.75), windowMs };
  return { limit, windowMs: Math.min(windowMs * 1.5, longestWindowMs) };
}

/** Whether the first allows more than the second. */
export function isWider(one: Limit, other: Limit): boolean {
  return one.limit / one.windowMs > other.limit / other.windowMs;
}
