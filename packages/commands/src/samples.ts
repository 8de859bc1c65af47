import { quoteArgument } from './arguments/quotes.js';
import { Random } from './arguments/random.js';
import type { CommandClass } from './command-class.js';
import {
  type CommandDefinition,
  defineCommand,
  type OptionDefinition,
  type Positional,
  type Signature,
} from './definition.js';
import { SampleMissing } from './errors.js';
import { isWhiteSpace } from './white-space.js';

/** How samples are made. */
export interface SampleOptions {
  /** The same seed makes the same samples; a random one unless it is said. */
  readonly seed?: number;
  /**
   * Texts for what only the world can tell, by the name of the argument type: `{ member: ['ada', '<@1>'] }`. They win
   * over the samples that a type has.
   */
  readonly known?: Readonly<Record<string, readonly string[]>>;
}

/** A text that cannot be read, and the code of the problem that the answer is about. */
export interface InvalidSample {
  readonly text: string;
  readonly code: 'ARGUMENT_MISSING' | 'ARGUMENT_UNEXPECTED' | 'OPTION_UNKNOWN' | 'OPTION_REPEATED' | 'VALUE';
}

type Parameter = Positional | OptionDefinition;

/**
 * Random texts for a command, made from the declaration that reads them. Texts stand behind the name and have no
 * prefix. Attachments are no text: an argument that needs one has to be attached to the message.
 *
 * @throws {CommandInvalid} when the class cannot be a command.
 */
export function argumentsFor(commandClass: CommandClass, options: SampleOptions = {}): ArgumentSamples {
  return new ArgumentSamples(defineCommand(commandClass), options);
}

/** Makes texts for one command, one after the other. */
export class ArgumentSamples {
  /** For another run that makes the same texts. */
  readonly seed: number;
  private readonly random: Random;

  constructor(
    private readonly command: CommandDefinition,
    private readonly options: SampleOptions = {},
  ) {
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 32);
    this.random = new Random(this.seed);
  }

  /**
   * A text that the command takes.
   *
   * @throws {SampleMissing} when a required argument's type has no samples and none are known.
   */
  valid(): string {
    return this.assemble(this.signature(), this.optionTexts());
  }

  /**
   * A text that the command refuses.
   *
   * @returns `undefined` when there is no such text, as for a command that takes any.
   * @throws {SampleMissing} as `valid` does.
   */
  invalid(): InvalidSample | undefined {
    const ways = [this.missing(), this.unexpected(), this.unknownOption(), this.repeatedOption(), this.wrongValue()];
    const [first, ...others] = ways.filter((way) => way !== undefined);
    return first && this.random.pick([first, ...others]);
  }

  private signature(): Signature {
    const [first, ...others] = this.command.signatures;
    if (first === undefined) throw new RangeError(`Command ${this.command.name} has no signature.`);
    return this.random.pick([first, ...others]);
  }

  private assemble(signature: Signature, optionTexts: readonly string[]): string {
    const words = signature.positionals.filter(({ type }) => type.reads === 'words');
    const pieces = [...optionTexts, ...words.flatMap((positional) => this.textsOf(positional) ?? [])];
    return pieces.join(this.random.pick([' ', '  ', '\n', '\t', '\u3000']));
  }

  /** As people would write it; `undefined` when it is left out. */
  private textsOf(positional: Positional): string[] | undefined {
    const { type, rest } = positional;
    const mayLeaveOut = type.absence.mode !== 'refused';
    if (mayLeaveOut && this.random.chance(0.4)) return undefined;
    const most = type.repeats === undefined ? 1 : Math.min(type.repeats.most, type.repeats.least + 3);
    const texts = this.random.times(this.random.integer(type.repeats?.least ?? 1, most), () =>
      this.sampleOf(positional),
    );
    const found = texts.filter((text) => text !== undefined);
    if (found.length < texts.length) {
      if (mayLeaveOut) return undefined;
      throw new SampleMissing(this.command.name, positional.field, type.name);
    }
    return rest ? found.map(asRest) : found.map((text) => this.quoted(text));
  }

  private optionTexts(): string[] {
    return this.command.options.flatMap((option) => (this.random.chance(0.5) ? (this.optionText(option) ?? []) : []));
  }

  private optionText(option: OptionDefinition): string | undefined {
    if (option.flag) return this.random.pick([`--${option.name}`, `--no-${option.name}`, `—${option.name}`]);
    const least = option.type.repeats?.least ?? 1;
    const values = this.random.times(least, () => this.sampleOf(option));
    if (values.some((value) => value === undefined)) return undefined;
    return values.map((value = '') => `--${option.name}${this.random.pick(['=', ' '])}${this.quoted(value)}`).join(' ');
  }

  private sampleOf({ type }: Parameter): string | undefined {
    const [first, ...others] = this.options.known?.[type.name] ?? [];
    return first === undefined ? type.sample(this.random) : this.random.pick([first, ...others]);
  }

  private quoted(text: string): string {
    return isPlainWord(text) && this.random.chance(0.7) ? text : quoteArgument(text);
  }

  private missing(): InvalidSample | undefined {
    const isShort = this.command.signatures.every(({ positionals }) =>
      positionals.some(({ type }) => type.reads === 'words' && type.absence.mode === 'refused'),
    );
    return isShort ? { text: '', code: 'ARGUMENT_MISSING' } : undefined;
  }

  private unexpected(): InvalidSample | undefined {
    const { signatures, rules } = this.command;
    const endless = signatures.some(({ positionals }) =>
      positionals.some(({ type, rest }) => rest || type.repeats !== undefined),
    );
    if (endless || rules.extraWords === 'ignored') return undefined;
    const most = Math.max(...signatures.map(({ positionals }) => positionals.length));
    return { text: 'surplus '.repeat(most + 1).trim(), code: 'ARGUMENT_UNEXPECTED' };
  }

  private unknownOption(): InvalidSample | undefined {
    if (this.command.rules.unknownOptions === 'text' || this.command.optionsByName.has('no-such-option'))
      return undefined;
    const behind = this.assemble(this.signature(), []);
    return { text: `--no-such-option ${behind}`, code: 'OPTION_UNKNOWN' };
  }

  private repeatedOption(): InvalidSample | undefined {
    const flag = this.command.options.find((option) => option.flag);
    if (flag === undefined) return undefined;
    return { text: `--${flag.name} --${flag.name} ${this.assemble(this.signature(), [])}`, code: 'OPTION_REPEATED' };
  }

  /** A wrong value of an option, for no other reading could make that right. */
  private wrongValue(): InvalidSample | undefined {
    for (const option of this.command.options) {
      const wrong = option.flag ? undefined : option.type.counterexample(this.random);
      if (wrong === undefined) continue;
      return { text: `--${option.name}=${quoteArgument(wrong)} ${this.assemble(this.signature(), [])}`, code: 'VALUE' };
    }
    const [signature, ...others] = this.command.signatures;
    const [first] = signature?.positionals ?? [];
    if (first === undefined || others.length > 0 || first.rest || first.type.absence.mode !== 'refused')
      return undefined;
    const wrong = first.type.counterexample(this.random);
    if (wrong === undefined || signature === undefined) return undefined;
    const behind = this.assemble({ ...signature, positionals: signature.positionals.slice(1) }, []);
    return { text: `${quoteArgument(wrong)} ${behind}`, code: 'VALUE' };
  }
}

/** Whether a text is read as one word with this text, without quotes. */
function isPlainWord(text: string): boolean {
  const isSafe = /^[\p{L}\p{N}+#.][\p{L}\p{N}+.,/?&=-]*$/u.test(text);
  return isSafe && ![...text].some((character) => isWhiteSpace(character.charCodeAt(0)));
}

/** A text that is taken whole ends without white space, and begins with nothing that is an option or ends them. */
function asRest(text: string): string {
  const trimmed = text.trim() || 'text';
  return /^[-—]/.test(trimmed) ? `-- ${trimmed}` : trimmed;
}
