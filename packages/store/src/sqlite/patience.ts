import type { Clock } from '@botwright/clock';
import { StoreBusy } from '../errors.js';
import { isBusy } from './failure.js';

/** How long a call waits for another process's lock; with what else it does, it ends within 15 s. */
export const longestWaitMs = 12_000;

const firstPauseMs = 2;
const longestPauseMs = 50;

/** Pauses between two attempts, in milliseconds: short at first, since most locks are. */
export function* pauses(): Generator<number, never, undefined> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) yield pauseMs;
}

/**
 * Attempts until no lock is in the way. SQLite's own busy timeout would stop the whole process, heartbeats included;
 * this waits on the clock.
 *
 * @throws {StoreBusy} after `longestWaitMs`.
 */
export async function patiently<Result>(clock: Clock, path: string, attempt: () => Result): Promise<Result> {
  const start = clock.monotonic();
  for (const pauseMs of pauses()) {
    try {
      return attempt();
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
      const waitedMs = clock.monotonic() - start;
      if (waitedMs >= longestWaitMs) throw new StoreBusy(path, waitedMs, { cause });
    }
    await clock.sleep(pauseMs);
  }
  throw new Error('unreachable: pauses never end');
}
