import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cancellation } from './cancellation.js';
import { currentCancellation, currentHandling } from './handling.js';

const carried = new AsyncLocalStorage<Cancellation>();

/** Runs something so that it, and whatever it starts, is known as this work: a job, a conversation, a plugin's start. */
export function asWork<Result>(work: Cancellation, run: () => Result): Result {
  return carried.run(work, run);
}

/** What this code belongs to: the call of a listener, else what `asWork` says; undefined outside of both. */
export function currentWork(): Cancellation | undefined {
  return currentCancellation() ?? carried.getStore();
}

/** How often a work waits right now for what may wait for it, and whom to tell when it begins to. */
interface Excuse {
  waits: number;
  readonly told: Set<() => void>;
}

const excuses = new WeakMap<Cancellation, Excuse>();

function excuseOf(work: Cancellation): Excuse {
  const known = excuses.get(work) ?? { waits: 0, told: new Set() };
  excuses.set(work, known);
  return known;
}

/**
 * Whoever runs this code is about to wait for something that waits for handlers to end. Until that is over nobody waits
 * for the caller, since the two would wait for each other.
 */
export function excuseCurrentWork(until: PromiseLike<unknown>): void {
  currentHandling()?.release();
  for (const work of new Set([currentCancellation(), carried.getStore()])) {
    if (work === undefined) continue;
    const excuse = excuseOf(work);
    excuse.waits += 1;
    for (const tell of excuse.told) tell();
    const end = (): void => {
      excuse.waits -= 1;
    };
    until.then(end, end);
  }
}

/** Whether a work waits for what may wait for it. */
export function isExcused(work: Cancellation | undefined): boolean {
  return work !== undefined && (excuses.get(work)?.waits ?? 0) > 0;
}

/** Resolves when something is over, however it ended, or as soon as its work itself waits for what may wait for it. */
export function overOrExcused(work: Cancellation | undefined, over: PromiseLike<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const excuse = work && excuseOf(work);
    const settle = (): void => {
      excuse?.told.delete(settle);
      resolve();
    };
    excuse?.told.add(settle);
    over.then(settle, settle);
    if (isExcused(work)) settle();
  });
}
