import { Cancellation, currentWork, type Listed } from '@botwright/core';
import type { Message } from '@botwright/protocol';
import type { Answers } from './answers.js';

/** A call as it was read: two that are equal would do the same. */
export interface CallReading {
  readonly command: string;
  readonly reruns: boolean;
  /** What stands behind the name. */
  readonly text: string;
}

/** A call that runs. */
export class CallRun implements Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;
  /** Gives it up. */
  readonly cancellation = new Cancellation();
  /** The listener's call that it belongs to. */
  readonly work = currentWork();
  /** Whether it got past guards and arguments: from there on it may have had an effect. */
  hasBegun = false;
  /** What the command came with. */
  part: object | undefined;
  /** Settles when it has ended. */
  over: Promise<unknown> | undefined;

  constructor(
    readonly message: Message,
    readonly reading: CallReading,
    readonly answers: Answers,
  ) {}
}
