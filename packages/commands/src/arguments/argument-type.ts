import type { CommandContext } from '../context.js';
import { ArgumentRefused } from './problems.js';
import type { Random } from './random.js';

/** What an argument type is made of: an object of this shape, or a class that has it, is one. */
export interface ArgumentFacts<Value> {
  /** One or two words for usage and help: `integer`, `colour`. */
  readonly name: string;
  /**
   * Reads what somebody wrote, without the quotes around it. Look at `context.signal` where it takes long.
   *
   * @throws {ArgumentRefused} when it is not what is wanted.
   */
  parse(text: string, context: CommandContext): Value | Promise<Value>;
  /** What the text may have been meant to be, the likeliest first. Asked once it was refused, for the answer. */
  suggest?(
    text: string,
    context: CommandContext,
  ): readonly string[] | undefined | Promise<readonly string[] | undefined>;
  /** A text that `parse` takes, for tests; `undefined` when that depends on the world. */
  sample?(random: Random): string | undefined;
  /** A text that `parse` refuses, for tests. */
  counterexample?(random: Random): string | undefined;
  /** Refuses no word, so that an argument behind it never gets one that it gave back. */
  readonly takesAnything?: boolean;
  /** Where the argument comes from; words when it is not said. `parse` gets an attachment's address. */
  readonly reads?: 'words' | 'attachments';
}

/** Gives what an argument is when it was left out; `undefined` when it has to be written after all. */
export type ComputedDefault<Value> = (context: CommandContext) => Value | undefined | Promise<Value | undefined>;

/** What happens when the argument is left out. */
export type Absence<Value> =
  | { readonly mode: 'refused' }
  | { readonly mode: 'left-unset' }
  | { readonly mode: 'default'; readonly value: Value }
  /** `shown` says in usage and help what it is; `undefined` says nothing. */
  | { readonly mode: 'computed'; readonly compute: ComputedDefault<Value>; readonly shown: string | undefined };

/** How many words, or attachments, one field takes. */
export interface Repeats {
  readonly least: number;
  readonly most: number;
}

/** An argument that takes several words; the field gets a list. */
export interface ManyArguments<Value> extends ArgumentFacts<Value[]> {
  /** May be left out; the field then stays as the class has it. */
  optional(): ArgumentFacts<Value[] | undefined>;
  /** May be left out and is this then. */
  default(value: Value[] | ComputedDefault<Value[]>, shown?: string): ArgumentFacts<Value[]>;
}

/** How an argument is read and named. It holds no state and may be shared. */
export class ArgumentType<Value> implements ArgumentFacts<Value> {
  constructor(
    private readonly facts: ArgumentFacts<Value>,
    readonly absence: Absence<Value>,
    readonly repeats?: Repeats,
  ) {}

  get name(): string {
    return this.facts.name;
  }

  get takesAnything(): boolean {
    return this.facts.takesAnything ?? false;
  }

  get reads(): 'words' | 'attachments' {
    return this.facts.reads ?? 'words';
  }

  parse(text: string, context: CommandContext): Value | Promise<Value> {
    return this.facts.parse(text, context);
  }

  suggest(
    text: string,
    context: CommandContext,
  ): readonly string[] | undefined | Promise<readonly string[] | undefined> {
    return this.facts.suggest?.(text, context);
  }

  sample(random: Random): string | undefined {
    return this.facts.sample?.(random);
  }

  counterexample(random: Random): string | undefined {
    return this.facts.counterexample?.(random);
  }

  /** May be left out; the field then stays as the class has it. */
  optional(): ArgumentType<Value | undefined> {
    return new ArgumentType<Value | undefined>(this.facts, { mode: 'left-unset' }, this.repeats);
  }

  /**
   * May be left out and is this value then, or what the function makes of the call; when that is `undefined`, the
   * argument is missing after all. Help shows the value, and of a function what `shown` says.
   */
  default(value: Value | ComputedDefault<Value>, shown?: string): ArgumentType<Value> {
    const absence: Absence<Value> = isComputed(value)
      ? { mode: 'computed', compute: value, shown }
      : { mode: 'default', value };
    return new ArgumentType(this.facts, absence, this.repeats);
  }

  /**
   * As many words as fit, each one of these; with `min: 0` none will do. It gives words back, last first, when the
   * arguments behind it lack them. An option is repeated instead: `--tag a --tag b`.
   */
  many({
    min = 1,
    max = Number.POSITIVE_INFINITY,
  }: {
    readonly min?: number;
    readonly max?: number;
  } = {}): ManyArguments<Value> {
    const { facts } = this;
    const listed: ArgumentFacts<Value[]> = {
      ...derived(facts),
      parse: async (text, context) => [await facts.parse(text, context)],
    };
    const absence: Absence<Value[]> = min === 0 ? { mode: 'default', value: [] } : { mode: 'refused' };
    return new ArgumentType(listed, absence, { least: Math.max(1, min), most: max });
  }

  /** Takes only values that pass; `wanted` says which: `a day of this week`. Call it before `optional` and `default`. */
  refine(
    passes: (value: Value, context: CommandContext) => boolean | Promise<boolean>,
    wanted: string,
  ): ArgumentType<Value> {
    return this.transform(async (value, context) => {
      if (await passes(value, context)) return value;
      throw new ArgumentRefused(wanted);
    });
  }

  /** Makes another value of each. Call it before `optional` and `default`. */
  transform<Next>(change: (value: Value, context: CommandContext) => Next | Promise<Next>): ArgumentType<Next> {
    const { facts } = this;
    return argumentType<Next>({
      ...derived(facts),
      parse: async (text, context) => change(await facts.parse(text, context), context),
    });
  }
}

function isComputed<Value>(value: Value | ComputedDefault<Value>): value is ComputedDefault<Value> {
  return typeof value === 'function';
}

/** All but `parse`, also of a class, whose methods are not its own. */
function derived<Value>(facts: ArgumentFacts<Value>): Omit<ArgumentFacts<Value>, 'parse'> {
  return {
    name: facts.name,
    takesAnything: facts.takesAnything ?? false,
    reads: facts.reads ?? 'words',
    suggest: (text, context) => facts.suggest?.(text, context),
    sample: (random) => facts.sample?.(random),
    counterexample: (random) => facts.counterexample?.(random),
  };
}

/**
 * Makes an argument type of one function, or of an object of a class with a method `parse`.
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
