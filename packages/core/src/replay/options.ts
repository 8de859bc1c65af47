import { checkNumbers } from '../number-options.js';

/** How much of what was missed is read once the connection is back. */
export interface ReplayOptions {
  /** Messages that are older are not brought any more, in milliseconds; default 15 minutes. */
  readonly maxAgeMs?: number;
  /** How many messages of one channel are brought; default 1,000. */
  readonly perChannel?: number;
  /** How many channels are looked at; default 500. Those where something was said last come first. */
  readonly channels?: number;
  /** How many messages are brought in all; default 10,000. */
  readonly total?: number;
  /**
   * How long live events wait for what was missed before them, in milliseconds; default 60 s. Those that come while
   * something is read, and wait for the reading after it, wait that much longer.
   */
  readonly maxHoldMs?: number;
}

const defaults = {
  maxAgeMs: 15 * 60_000,
  perChannel: 1_000,
  channels: 500,
  total: 10_000,
  maxHoldMs: 60_000,
} as const satisfies Required<ReplayOptions>;

/** Fills in what was left out, and refuses what cannot work. False when nothing is to be read. */
export function resolveReplayOptions(given: ReplayOptions | false = {}): Required<ReplayOptions> | false {
  if (given === false) return false;
  const options = { ...defaults, ...given };
  checkNumbers('replay', options, { timers: ['maxHoldMs'] });
  return options;
}
