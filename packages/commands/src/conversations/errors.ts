import { BotwrightError } from '@botwright/core';

/** A class cannot be used as a conversation. */
export class ConversationInvalid extends BotwrightError {
  readonly code = 'CONVERSATION_INVALID';

  constructor(
    readonly className: string,
    readonly problem: string,
  ) {
    super(`Conversation class ${className} ${problem}`);
  }
}

/** A conversation ran through other steps than when it was stored, so that what is stored fits no more. */
export class ConversationDiverged extends BotwrightError {
  readonly code = 'CONVERSATION_DIVERGED';

  constructor(
    readonly conversation: string,
    /** Counted from 1. */
    readonly step: number,
    /** What is stored for it: `ask "age"`. */
    readonly stored: string,
    /** What the code came to; `its end` when it came to no step. */
    readonly met: string,
  ) {
    super(
      `Step ${step} of conversation ${conversation} was ${stored} when it was stored and is ${met} now. Raise the version ` +
        'when steps change, and put what differs from run to run into talk.run.',
    );
  }
}

/** What a step gave cannot be stored. */
export class StepResultRefused extends BotwrightError {
  readonly code = 'STEP_RESULT_REFUSED';

  constructor(
    readonly conversation: string,
    readonly step: string,
  ) {
    super(
      `Step "${step}" of conversation ${conversation} gave what does not come back from JSON as it was. ` +
        'Give texts, numbers, booleans, null, and lists and plain objects of such.',
    );
  }
}
