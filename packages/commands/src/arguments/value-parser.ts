import type { CommandContext } from '../context.js';
import type { OptionDefinition, Positional } from '../definition.js';
import type { GivenValue } from './collect.js';
import { ArgumentRefused, InputRefused } from './problems.js';

/** A word that was tried as an argument, and what came of it: a value, or why there is none. */
export interface Conversion {
  readonly parameter: Positional | OptionDefinition;
  readonly given: GivenValue;
  readonly outcome: unknown;
}

/** Parses each word once for each type, however often the search comes by. */
export class ValueParser {
  private readonly outcomes = new Map<object, Map<string, unknown>>();

  /** @param onParsed - Told of each word that was tried as something, in the order of the tries. */
  constructor(
    private readonly context: CommandContext,
    private readonly onParsed?: (conversion: Conversion) => void,
  ) {}

  /** The value, or why there is none. */
  async parse(parameter: Positional | OptionDefinition, given: GivenValue): Promise<unknown> {
    const key = `${given.start}-${given.end}`;
    const ofType = this.outcomes.get(parameter) ?? new Map<string, unknown>();
    this.outcomes.set(parameter, ofType);
    if (ofType.has(key)) return ofType.get(key);
    const outcome = await this.parseAnew(parameter, given);
    ofType.set(key, outcome);
    this.onParsed?.({ parameter, given, outcome });
    return outcome;
  }

  /** The same refusal, with what the argument's type says may have been meant. */
  async withSuggestions(refusal: InputRefused): Promise<InputRefused> {
    const { cause, place, problem } = refusal;
    if (!(cause instanceof Refusal)) return refusal;
    const suggestions = await cause.parameter.type.suggest(cause.text, this.context);
    return new InputRefused(problem, place, { cause: cause.cause, suggestions: suggestions ?? [] });
  }

  private async parseAnew(parameter: Positional | OptionDefinition, given: GivenValue): Promise<unknown> {
    const { signal } = this.context;
    signal.throwIfAborted();
    try {
      const value = await parameter.type.parse(given.text, this.context);
      signal.throwIfAborted();
      if (isNothing(value)) throw new ArgumentRefused(parameter.type.name);
      return value;
    } catch (error) {
      if (!(error instanceof ArgumentRefused)) throw error;
      const argument = 'flag' in parameter ? `--${parameter.name}` : parameter.name;
      const place = { argument, start: given.start, end: given.end };
      const cause = new Refusal(parameter, given.text, error);
      return new InputRefused(error.problem, place, { cause });
    }
  }
}

/** Who refused a text, until it is clear whether anybody is told. */
class Refusal {
  constructor(
    readonly parameter: Positional | OptionDefinition,
    readonly text: string,
    readonly cause: ArgumentRefused,
  ) {}
}

/** A number or a time that is none, whatever type let it through. */
function isNothing(value: unknown): boolean {
  return Number.isNaN(value instanceof Date ? value.getTime() : value);
}
