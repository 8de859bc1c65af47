import { BotwrightError } from '@botwright/core';

/** Nobody answered while there was time. */
export class WaitTimedOut extends BotwrightError {
  readonly code = 'WAIT_TIMED_OUT';

  constructor(readonly timeoutMs: number) {
    super(`Nobody answered within ${timeoutMs} ms. Catch this to go on without an answer, or give a longer timeoutMs.`);
  }
}

/**
 * Why nobody waits for an answer any longer: the person wrote so, gave too many answers that would not do, deleted or
 * changed the message that called, or began another conversation; or the bot stops.
 */
export type CancelReason = 'person' | 'attempts' | 'deleted' | 'edited' | 'replaced' | 'stopped';

/** A wait, and with it the call that waited, was given up. */
export class WaitCancelled extends BotwrightError {
  readonly code = 'WAIT_CANCELLED';

  constructor(readonly reason: CancelReason) {
    super(`The wait for an answer was given up (${reason}). Let it end the call; there is nothing more to do.`);
  }
}
