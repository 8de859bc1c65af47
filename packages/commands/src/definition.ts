import type { TeamPermission } from '@botwright/protocol';
import type { ArgumentType } from './arguments/argument-type.js';
import type { CommandClass } from './command-class.js';
import { readCommandName } from './command-name.js';
import { CommandInvalid } from './errors.js';
import { guardsInOrder } from './guards/check.js';
import type { CallGuard } from './guards/guard.js';
import { type ConcurrencyRule, type CooldownRule, readConcurrency, readCooldown } from './limits/rules.js';
import {
  type CommandOptions,
  commandOf,
  concurrencyOf,
  cooldownsOf,
  type FieldRecord,
  fieldsOf,
  guardsOf,
  needsOf,
  type ReadingRules,
  signaturesOf,
} from './metadata.js';
import { kebabCase, normaliseName } from './names.js';
import { type Wording } from './texts/wording.js';
import { usageOf } from './usage.js';

/** One argument, as people write and read it. */
export interface Positional {
  readonly field: string;
  readonly name: string;
  readonly type: ArgumentType<unknown>;
  readonly summary: Wording;
  /** Takes all that is left of the message. */
  readonly rest: boolean;
}

export interface OptionDefinition {
  readonly field: string;
  /** Without the dashes. */
  readonly name: string;
  readonly short: string | undefined;
  readonly type: ArgumentType<unknown>;
  readonly summary: Wording;
  /** Stands for itself and takes no value. */
  readonly flag: boolean;
}

/** One way of calling a command. */
export interface Signature {
  readonly positionals: readonly Positional[];
  /** Without the prefix. */
  readonly usage: string;
}

/** Everything known about a command, from its one declaration. */
export interface CommandDefinition {
  readonly commandClass: CommandClass;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: Wording;
  readonly examples: readonly string[];
  readonly hidden: boolean;
  /** Whether a changed message runs it again. */
  readonly reruns: boolean;
  readonly category: string | undefined;
  /** Its own and its groups'. */
  readonly needs: readonly TeamPermission[];
  /** Its groups' and its own, beside `needs`. */
  readonly guards: readonly CallGuard[];
  /** Those that `needs` stands for among them. */
  readonly guardsInOrder: readonly CallGuard[];
  readonly cooldowns: readonly CooldownRule[];
  readonly concurrency: ConcurrencyRule | undefined;
  /** Of all signatures. */
  readonly positionals: readonly Positional[];
  /** At least one; they are tried in this order. */
  readonly signatures: readonly Signature[];
  readonly rules: ReadingRules;
  readonly options: readonly OptionDefinition[];
  /** By name, normalised. */
  readonly optionsByName: ReadonlyMap<string, OptionDefinition>;
  readonly optionsByLetter: ReadonlyMap<string, OptionDefinition>;
  /** Without the prefix: `remind <after> [--log-it] <what…>`. The first of several. */
  readonly usage: string;
}

const usualRules: ReadingRules = {
  colonOptions: false,
  unknownOptions: 'refused',
  unclosedQuotes: 'text',
  extraWords: 'refused',
};

/**
 * Reads what the decorators recorded about a class.
 *
 * @throws {CommandInvalid} when the class cannot be a command, naming class and field.
 */
export function defineCommand(commandClass: CommandClass): CommandDefinition {
  const command = requireCommand(commandClass);
  const name = readCommandName(commandClass.name, command.name);
  const fields = fieldsOf(commandClass);
  const positionals = fields.flatMap(toPositional);
  const options = fields.flatMap(toOption);
  checkSpellings(commandClass, options);
  const signatures = readSignatures(commandClass, positionals).map((ofOne) => {
    checkPositionals(commandClass, ofOne);
    return { positionals: ofOne, usage: usageOf(name, ofOne, options) };
  });
  return {
    commandClass,
    name,
    aliases: (command.aliases ?? []).map((alias) => readCommandName(commandClass.name, alias)),
    summary: command.summary,
    examples: command.examples ?? [],
    hidden: command.hidden ?? false,
    reruns: command.reruns ?? false,
    category: command.category,
    ...guarding(needsOf(commandClass), guardsOf(commandClass)),
    ...readLimits(commandClass),
    positionals,
    signatures,
    rules: { ...usualRules, ...command.reading },
    options,
    optionsByName: new Map(options.map((option) => [normaliseName(option.name), option])),
    optionsByLetter: new Map(options.flatMap((option) => (option.short === undefined ? [] : [[option.short, option]]))),
    usage: signatures.map(({ usage }) => usage)[0] ?? name,
  };
}

/** What a definition says of its guards. */
export function guarding(
  needs: readonly TeamPermission[],
  guards: readonly CallGuard[],
): Pick<CommandDefinition, 'needs' | 'guards' | 'guardsInOrder'> {
  return { needs, guards, guardsInOrder: guardsInOrder({ needs, guards }) };
}

function readLimits(commandClass: CommandClass): Pick<CommandDefinition, 'cooldowns' | 'concurrency'> {
  try {
    const concurrency = concurrencyOf(commandClass);
    return {
      cooldowns: cooldownsOf(commandClass).map(readCooldown),
      concurrency: concurrency && readConcurrency(concurrency),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandInvalid(commandClass.name, error.message);
  }
}

function requireCommand(commandClass: CommandClass): CommandOptions {
  const command = commandOf(commandClass);
  if (command === undefined) {
    throw new CommandInvalid(commandClass.name, 'has no @Command({ name, summary }). Add it above the class.');
  }
  if (typeof commandClass.prototype?.run !== 'function') {
    throw new CommandInvalid(commandClass.name, 'has no method run(ctx). Add what the command does.');
  }
  return command;
}

function toPositional(record: FieldRecord): Positional[] {
  if (record.kind !== 'positional' && record.kind !== 'rest') return [];
  const { field, type, summary, kind } = record;
  // A list of words to the end is no text that is taken whole.
  const rest = kind === 'rest' && type.repeats === undefined;
  return [{ field, name: kebabCase(field), type, summary, rest }];
}

function toOption(record: FieldRecord): OptionDefinition[] {
  if (record.kind !== 'option' && record.kind !== 'flag') return [];
  const { field, type, summary, kind, spelling } = record;
  return [
    { field, name: spelling.name ?? kebabCase(field), short: spelling.short, type, summary, flag: kind === 'flag' },
  ];
}

function readSignatures(commandClass: CommandClass, positionals: readonly Positional[]): readonly Positional[][] {
  const signatures = signaturesOf(commandClass);
  if (signatures.length === 0) return [[...positionals]];
  const byField = new Map(positionals.map((positional) => [positional.field, positional]));
  const used = new Set(signatures.flat());
  const unused = positionals.find(({ field }) => !used.has(field));
  if (unused !== undefined) {
    throw new CommandInvalid(commandClass.name, 'stands in no signature of @Signatures. Add it to one.', unused.field);
  }
  return signatures.map((fields) =>
    fields.map((field, index) => {
      if (fields.indexOf(field) < index) {
        throw new CommandInvalid(commandClass.name, 'stands twice in one signature of @Signatures. Keep one.', field);
      }
      const positional = byField.get(field);
      if (positional !== undefined) return positional;
      throw new CommandInvalid(commandClass.name, 'is named by @Signatures but has no @Arg and no @Rest.', field);
    }),
  );
}

function checkPositionals(commandClass: CommandClass, positionals: readonly Positional[]): void {
  let before: Positional | undefined;
  for (const positional of positionals.filter(({ type }) => type.reads === 'words')) {
    if (before?.rest) {
      throw new CommandInvalid(
        commandClass.name,
        `comes after @Rest "${before.field}", which leaves nothing. Move it in front.`,
        positional.field,
      );
    }
    if (before !== undefined && cannotGiveBack(before) && positional.type.absence.mode === 'refused') {
      throw new CommandInvalid(
        commandClass.name,
        `is required but comes after "${before.field}", which may be left out and takes any word. Swap them, or make it optional.`,
        positional.field,
      );
    }
    before = positional;
  }
}

/** Whether nobody could tell that this one was left out: it would take the word of the next. */
function cannotGiveBack({ type }: Positional): boolean {
  return type.absence.mode !== 'refused' && type.takesAnything;
}

const optionNameShape = /^\p{L}[^\s=]*$/u;
const letterShape = /^[A-Za-z]$/;

function checkSpellings(commandClass: CommandClass, options: readonly OptionDefinition[]): void {
  const owners = new Map<string, string>();
  for (const option of options) {
    checkNames(commandClass, option);
    const { field } = option;
    for (const spelling of spellingsOf(option)) {
      const owner = owners.get(spelling);
      if (owner !== undefined) {
        throw new CommandInvalid(
          commandClass.name,
          `is spelt ${spelling} like field "${owner}". Give another name.`,
          field,
        );
      }
      owners.set(spelling, field);
    }
  }
}

function checkNames(commandClass: CommandClass, { field, name, short }: OptionDefinition): void {
  if (!optionNameShape.test(name)) {
    throw new CommandInvalid(
      commandClass.name,
      `has the option name "${name}". Begin with a letter, and use no spaces and no =.`,
      field,
    );
  }
  if (short !== undefined && !letterShape.test(short)) {
    throw new CommandInvalid(commandClass.name, `has the short name "${short}". Give one letter from a to z.`, field);
  }
}

function spellingsOf({ name, short, flag }: OptionDefinition): string[] {
  const long = normaliseName(name);
  return [`--${long}`, ...(flag ? [`--no-${long}`] : []), ...(short === undefined ? [] : [`-${short}`])];
}
