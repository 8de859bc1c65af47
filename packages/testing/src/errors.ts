import { BotwrightError } from 'botwright';

/** What a test waited to hear did not come in time. */
export class NobodyAnswered extends BotwrightError {
  readonly code = 'NOBODY_ANSWERED';
  constructor(
    readonly awaited: string,
    readonly timeoutMs: number,
  ) {
    super(`Waited ${timeoutMs} ms for ${JSON.stringify(awaited)} to be heard or answered, in vain.`);
  }
}

/** Time was to be moved, but the test goes by the machine's clock. */
export class ClockNotVirtual extends BotwrightError {
  readonly code = 'CLOCK_NOT_VIRTUAL';
  constructor() {
    super("The test goes by the machine's clock. Begin it with testBot({ clock: 'virtual' }) to move time.");
  }
}

/** The sandbox did not let a person do something. */
export class SandboxRefused extends BotwrightError {
  readonly code = 'SANDBOX_REFUSED';
  constructor(
    readonly method: string,
    readonly path: string,
    readonly status: number,
    readonly reason: string,
  ) {
    super(`${method} ${path} was answered with ${status}: ${reason}`);
  }
}
