import type { Entries } from './entries.js';

/** One write that somebody waits for. */
export interface WriteJob {
  /** When it was asked for, on the monotonic clock. */
  readonly since: number;
  /** Writes, inside a transaction. */
  run(entries: Entries): void;
  /** Tells what the last run came to; called after the commit. */
  settle(): void;
  fail(error: unknown): void;
}

export function writeJob<Result>(
  since: number,
  work: (entries: Entries) => Result,
  resolve: (result: Result) => void,
  fail: (error: unknown) => void,
): WriteJob {
  let settle = () => fail(new Error('A write was settled that never ran.'));
  return {
    since,
    fail,
    run(entries) {
      const result = work(entries);
      settle = () => resolve(result);
    },
    settle: () => settle(),
  };
}
