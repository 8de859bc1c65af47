import { checkNumbers } from '../number-options.js';
import type { LaneLimits } from './lanes.js';

/** How much listeners may take. */
export interface HandlerOptions extends Partial<LaneLimits> {
  /**
   * How long a listener may work on one event, in milliseconds; default 30 s, and `Infinity` for no end. A listener that
   * takes longer is told by its signal and named, and the next event of its channel begins.
   */
  readonly deadlineMs?: number;
}

const defaults = {
  deadlineMs: 30_000,
  longestLane: 10_000,
  mostWaiting: 100_000,
  mostBusy: 10_000,
} as const satisfies Required<HandlerOptions>;

/** Fills in what was left out, and refuses what cannot work. */
export function resolveHandlerOptions(given: HandlerOptions = {}): Required<HandlerOptions> {
  const options = { ...defaults, ...given };
  checkNumbers('handlers', options, { endless: ['deadlineMs'] });
  return options;
}
