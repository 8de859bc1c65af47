import { operations } from '@botwright/protocol';
import { VirtualClock } from '../../src/index.js';
import type { Call } from '../../src/rest/call.js';
import { Limiter, type Refusal } from '../../src/rest/limiter.js';
import type { Permit } from '../../src/rest/permit.js';

/** What a limiter needs of a call. */
type Waiter = Pick<Call, 'operation' | 'abortReason' | 'onAbort'>;

/** A limiter in virtual time, and calls that note when their requests go out. */
export function limiterWith({
  perSecond = Number.POSITIVE_INFINITY,
  maxWaitMs = 60_000,
  clock = new VirtualClock(),
} = {}) {
  const limiter = new Limiter(clock, { perSecond, maxWaitMs });
  const started: string[] = [];
  const errors: unknown[] = [];
  const ask = async (name: string, permit: Permit) => {
    try {
      await limiter.clearance(permit, clock.monotonic());
      started.push(name);
    } catch (error) {
      errors.push(error);
    }
  };
  return {
    clock,
    limiter,
    started,
    errors,
    again: ask,
    /** A call whose name begins with the letter of its bucket. */
    call: async (name: string, { isOrdered = true, rank = 1 } = {}) => {
      const waiter: Waiter = {
        operation: operations.getChannelMessageById,
        abortReason: undefined,
        onAbort: undefined,
      };
      const permit = limiter.permit(waiter as Call, name.charAt(0), isOrdered, rank);
      void ask(name, permit);
      await clock.advance(0);
      return permit;
    },
    pass: async (permit: Permit) => {
      limiter.passed(permit, clock.monotonic(), undefined);
      limiter.release(permit);
      await clock.advance(0);
    },
    /** The request came to nothing, or was given up; the call is over. */
    end: async (permit: Permit) => {
      limiter.release(permit);
      await clock.advance(0);
    },
    refuse: async (permit: Permit, refusal: Partial<Refusal> = {}) => {
      const given = { pauseMs: undefined, scope: 'bucket', notice: undefined, ...refusal } as const;
      const alone = limiter.refused(permit, given, clock.monotonic());
      await clock.advance(0);
      return alone;
    },
  };
}
