import { machineUptime, type Uptime } from './machine-uptime.js';

/** A timer that was set and can be cleared; what it is belongs to the clock. */
export type Timer = object;

/** Where time comes from. Everything that waits takes one, so that tests can hold time still. */
export interface Clock {
  /** Epoch milliseconds; may jump when somebody sets the clock. */
  now(): number;
  /** Milliseconds that only ever grow, from an arbitrary start: for measuring. */
  monotonic(): number;
  /** A time that several processes share and nobody sets; undefined, or no method, where there is none. */
  uptime?(): Uptime | undefined;
  /** Calls back once, `ms` milliseconds from now; at most 2^31 - 1, which is about 24 days. */
  setTimeout(callback: () => void, ms: number): Timer;
  /** Clears a timer; one that fired, or undefined, does no harm. */
  clearTimeout(timer: Timer | undefined): void;
  /**
   * Resolves after `ms` milliseconds.
   * @throws the signal's reason, when it aborts first.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node's own timers fire at once when the wait is longer than this. */
const longestTimeoutMs = 2 ** 31 - 1;

/** A timer was asked for that the machine cannot keep. */
export class TimerTooLong extends RangeError {
  override readonly name = 'TimerTooLong';
  readonly code = 'TIMER_TOO_LONG';

  constructor(readonly ms: number) {
    super(`A timer of ${ms} ms cannot be set: it has to be a number up to ${longestTimeoutMs}. Set it in steps.`);
  }
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: machineUptime,
  setTimeout(callback, ms) {
    if (!(ms <= longestTimeoutMs)) throw new TimerTooLong(ms);
    return setTimeout(callback, ms);
  },
  clearTimeout(timer) {
    clearTimeout(timer as NodeJS.Timeout | undefined);
  },
  sleep(ms, signal) {
    return sleepOn(this, ms, signal);
  },
};

/** `sleep` for any clock that has timers. */
export function sleepOn(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
