import type { CommandContext } from '../context.js';

/** What an argument type is made of. */
export interface ArgumentFacts<Value> {
  /** One or two words for usage and help: `integer`, `colour`. */
  readonly name: string;
  /**
   * Reads what somebody wrote, without the quotes around it.
   *
   * @throws {ArgumentRefused} when it is not what is wanted.
   */
  parse(text: string, context: CommandContext): Value | Promise<Value>;
}

/** What happens when the argument is left out. */
export type Absence<Value> =
  | { readonly mode: 'refused' }
  | { readonly mode: 'left-unset' }
  | { readonly mode: 'default'; readonly value: Value };

/** How an argument is read and named. It holds no state and may be shared. */
export class ArgumentType<Value> {
  constructor(
    private readonly facts: ArgumentFacts<Value>,
    readonly absence: Absence<Value>,
  ) {}

  get name(): string {
    return this.facts.name;
  }

  parse(text: string, context: CommandContext): Value | Promise<Value> {
    return this.facts.parse(text, context);
  }

  /** May be left out; the field then stays as the class has it. */
  optional(): ArgumentType<Value | undefined> {
    return new ArgumentType<Value | undefined>(this.facts, { mode: 'left-unset' });
  }

  /** May be left out and is this value then; help shows it. */
  default(value: Value): ArgumentType<Value> {
    return new ArgumentType(this.facts, { mode: 'default', value });
  }
}

/**
 * Makes an argument type of one function.
 *
 * ```ts
 * const colour = argumentType({
 *   name: 'colour',
 *   parse(text) {
 *     if (/^#[0-9a-f]{6}$/i.test(text)) return Number.parseInt(text.slice(1), 16);
 *     throw new ArgumentRefused('a colour such as #ff8800');
 *   },
 * });
 * ```
 */
export function argumentType<Value>(facts: ArgumentFacts<Value>): ArgumentType<Value> {
  return new ArgumentType(facts, { mode: 'refused' });
}
