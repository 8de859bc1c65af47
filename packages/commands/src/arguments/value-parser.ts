import type { CallContext } from '../context.js';
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
    private readonly context: CallContext,
    private readonly onParsed?: (conversion: Conversion) => void,
  ) {}

  /** The value, or why there is none; no promise where the type gives none. */
  parse(parameter: Positional | OptionDefinition, given: GivenValue): unknown {
    const key = `${given.start}-${given.end}`;
    const ofType = this.outcomes.get(parameter) ?? new Map<string, unknown>();
    this.outcomes.set(parameter, ofType);
    if (ofType.has(key)) return ofType.get(key);
    const keep = (outcome: unknown): unknown => {
      ofType.set(key, outcome);
      this.onParsed?.({ parameter, given, outcome });
      return outcome;
    };
    const outcome = this.parseAnew(parameter, given);
    return outcome instanceof Promise ? outcome.then(keep) : keep(outcome);
  }

  /** The same refusal, with what the argument's type says may have been meant. */
  async withSuggestions(refusal: InputRefused): Promise<InputRefused> {
    const { cause, place, problem } = refusal;
    if (!(cause instanceof Refusal)) return refusal;
    const suggestions = await cause.parameter.type.suggest(cause.text, this.context);
    return new InputRefused(problem, place, { cause: cause.cause, suggestions: suggestions ?? [] });
  }

  private parseAnew(parameter: Positional | OptionDefinition, given: GivenValue): unknown {
    this.context.throwIfAborted();
    try {
      const parsing = parameter.type.parse(given.text, this.context);
      // Only an object can be a promise.
      if (typeof parsing === 'object') return this.awaited(parsing, parameter, given);
      this.context.throwIfAborted();
      return checked(parsing, parameter);
    } catch (error) {
      return refusalFor(error, parameter, given);
    }
  }

  private async awaited(
    parsing: unknown,
    parameter: Positional | OptionDefinition,
    given: GivenValue,
  ): Promise<unknown> {
    try {
      const value = await parsing;
      this.context.throwIfAborted();
      return checked(value, parameter);
    } catch (error) {
      return refusalFor(error, parameter, given);
    }
  }
}

/** @throws {ArgumentRefused} for a number or a time that is none, whatever type let it through. */
function checked(value: unknown, { type }: Positional | OptionDefinition): unknown {
  if (Number.isNaN(value instanceof Date ? value.getTime() : value)) throw new ArgumentRefused(type.name);
  return value;
}

/** @throws whatever is no refusal. */
function refusalFor(error: unknown, parameter: Positional | OptionDefinition, given: GivenValue): InputRefused {
  if (!(error instanceof ArgumentRefused)) throw error;
  const argument = 'flag' in parameter ? `--${parameter.name}` : parameter.name;
  const place = { argument, start: given.start, end: given.end };
  return new InputRefused(error.problem, place, { cause: new Refusal(parameter, given.text, error) });
}

/** Who refused a text, until it is clear whether anybody is told. */
class Refusal {
  constructor(
    readonly parameter: Positional | OptionDefinition,
    readonly text: string,
    readonly cause: ArgumentRefused,
  ) {}
}
