import { BotwrightError } from './botwright-error.js';
import { onOneLine } from './on-one-line.js';

/** The bot's token cannot be one: it was looked at before any network call. */
export class TokenInvalid extends BotwrightError {
  readonly code = 'TOKEN_INVALID';

  constructor(readonly problem: string) {
    super(`The bot token ${problem}. Give the token alone, exactly as the service shows it.`);
  }
}

/** An option has a value that cannot work. */
export class OptionInvalid extends BotwrightError {
  readonly code = 'OPTION_INVALID';

  constructor(
    readonly option: string,
    readonly value: unknown,
    readonly expected: string,
  ) {
    super(`Option ${option} is ${onOneLine(value)}, but has to be ${expected}.`);
  }
}
