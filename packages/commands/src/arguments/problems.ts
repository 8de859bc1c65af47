import { BotwrightError } from '@botwright/core';

/** What one type can find wrong with a value, as data; `problem-sentence.ts` makes words of it. */
export type ValueProblem =
  /** `wanted` is the key of a phrase in the catalogue, else says itself what would do: `a colour such as #ff8800`. */
  | { readonly code: 'NOT_WANTED'; readonly wanted: string }
  | { readonly code: 'OUT_OF_RANGE'; readonly least: string | undefined; readonly most: string | undefined }
  /** Lengths count UTF-16 code units. */
  | {
      readonly code: 'WRONG_LENGTH';
      readonly length: number;
      readonly least: number | undefined;
      readonly most: number | undefined;
    }
  | { readonly code: 'NOT_ONE_OF'; readonly choices: readonly string[]; readonly near: readonly string[] }
  /** `near` names what is there and spelt nearly so. */
  | { readonly code: 'NOT_FOUND'; readonly wanted: string; readonly near?: readonly string[] }
  /** The thing may be there, but the bot may not look at it. */
  | { readonly code: 'NO_ACCESS'; readonly wanted: string }
  /** `candidates` names the first few of `count`. */
  | {
      readonly code: 'AMBIGUOUS';
      readonly wanted: string;
      readonly candidates: readonly string[];
      readonly count: number;
    };

/** What can be wrong with one value. */
export type ArgumentProblem =
  | ValueProblem
  /** What each of several types found wrong, any one of which would have done. */
  | { readonly code: 'NONE_FITS'; readonly problems: readonly ValueProblem[] };

/** Thrown by an argument type that does not take a value. */
export class ArgumentRefused extends BotwrightError {
  readonly code = 'ARGUMENT_REFUSED';
  readonly problem: ArgumentProblem;

  /** @param problem - What is wrong, or just what was wanted instead: `a colour such as #ff8800`. */
  constructor(problem: ArgumentProblem | string) {
    const facts = typeof problem === 'string' ? ({ code: 'NOT_WANTED', wanted: problem } as const) : problem;
    super(`The value was refused (${facts.code}). The field "problem" says what is wanted.`);
    this.problem = facts;
  }
}

/** What can be wrong with the text behind a command's name. */
export type InputProblem =
  | ArgumentProblem
  | { readonly code: 'ARGUMENT_MISSING' }
  | { readonly code: 'ARGUMENT_UNEXPECTED' }
  | { readonly code: 'OPTION_UNKNOWN'; readonly near: readonly string[] }
  | { readonly code: 'OPTION_VALUE_MISSING' }
  | { readonly code: 'OPTION_REPEATED' }
  | { readonly code: 'QUOTE_UNCLOSED' }
  | { readonly code: 'TEXT_TOO_LONG'; readonly most: number }
  | { readonly code: 'TOO_MANY_WORDS'; readonly most: number }
  | { readonly code: 'TOO_MANY_OPTIONS'; readonly most: number };

/** Where in the message a problem lies, as indices of UTF-16 code units, and in which argument or option. */
export interface InputPlace {
  readonly argument?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** What somebody wrote behind a command's name cannot be used. */
export class InputRefused extends BotwrightError {
  readonly code = 'INPUT_REFUSED';
  /** What may have been meant, as the argument's type says. */
  readonly suggestions: readonly string[];

  constructor(
    readonly problem: InputProblem,
    readonly place: InputPlace,
    { suggestions = [], ...options }: ErrorOptions & { readonly suggestions?: readonly string[] } = {},
  ) {
    const where = place.argument === undefined ? '' : ` for "${place.argument}"`;
    super(
      `The input${where} at ${place.start} was refused (${problem.code}). Whoever wrote it has to change it.`,
      options,
    );
    this.suggestions = suggestions;
  }
}
