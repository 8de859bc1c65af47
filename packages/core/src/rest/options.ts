import { checkNumbers } from '../number-options.js';
import { isLoopback } from '../origin.js';
import type { SharedLimits } from './shared-limits.js';
import { defaultTimeouts, type PhaseTimeouts } from './transport.js';

export interface RestOptions extends Partial<PhaseTimeouts> {
  /** Calls a second at most, in all. Default 5, and no limit when the service is on this machine. */
  readonly perSecond?: number;
  /**
   * How long a call may take, retries and the pauses between them included. Waiting for its turn and for the end of a
   * rate limit does not count. Default 30 s.
   */
  readonly timeoutMs?: number;
  /** How long a call waits for the end of rate limits before it is given up. Default 60 s. */
  readonly maxWaitMs?: number;
  /** How many calls may be under way or wait at a time; one more is refused. Default 10,000. */
  readonly maxPending?: number;
  /**
   * Shares the limits with the other processes that use the same token, `perSecond` included. Default: the limits are this
   * process' own.
   */
  readonly sharedLimits?: SharedLimits;
}

export type ResolvedRestOptions = Required<Omit<RestOptions, 'sharedLimits'>> & Pick<RestOptions, 'sharedLimits'>;

const defaults = {
  timeoutMs: 30_000,
  maxWaitMs: 60_000,
  maxPending: 10_000,
  ...defaultTimeouts,
} as const satisfies RestOptions;

/** Fills in what was left out, and refuses what cannot work. */
export function resolveRestOptions(given: RestOptions = {}, origin: string): ResolvedRestOptions {
  // No limit is documented; below 5 calls a second nobody has met one.
  const options = { ...defaults, perSecond: isLoopback(origin) ? Number.POSITIVE_INFINITY : 5, ...given };
  const { sharedLimits, ...numbers } = options;
  checkNumbers('rest', numbers, { timers: ['connectTimeoutMs'], endless: ['timeoutMs'] });
  return options;
}
