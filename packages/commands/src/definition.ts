import type { TeamPermission } from '@botwright/protocol';
import type { ArgumentType } from './arguments/argument-type.js';
import type { CommandClass } from './command-class.js';
import { readCommandName } from './command-name.js';
import { CommandInvalid } from './errors.js';
import { type CommandOptions, commandOf, type FieldRecord, fieldsOf, needsOf } from './metadata.js';
import { kebabCase, normaliseName } from './names.js';
import { usageOf } from './usage.js';

/** One argument, as people write and read it. */
export interface Positional {
  readonly field: string;
  readonly name: string;
  readonly type: ArgumentType<unknown>;
  readonly summary: string;
  /** Takes all that is left of the message. */
  readonly rest: boolean;
}

export interface OptionDefinition {
  readonly field: string;
  /** Without the dashes. */
  readonly name: string;
  readonly short: string | undefined;
  readonly type: ArgumentType<unknown>;
  readonly summary: string;
  /** Stands for itself and takes no value. */
  readonly flag: boolean;
}

/** Everything known about a command, from its one declaration. */
export interface CommandDefinition {
  readonly commandClass: CommandClass;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly examples: readonly string[];
  readonly hidden: boolean;
  readonly category: string | undefined;
  /** Its own and its groups'. */
  readonly needs: readonly TeamPermission[];
  readonly positionals: readonly Positional[];
  readonly options: readonly OptionDefinition[];
  /** By name, normalised. */
  readonly optionsByName: ReadonlyMap<string, OptionDefinition>;
  readonly optionsByLetter: ReadonlyMap<string, OptionDefinition>;
  /** Without the prefix: `remind <after> [--log-it] <what…>`. */
  readonly usage: string;
}

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
  checkPositionals(commandClass, positionals);
  checkSpellings(commandClass, options);
  return {
    commandClass,
    name,
    aliases: (command.aliases ?? []).map((alias) => readCommandName(commandClass.name, alias)),
    summary: command.summary,
    examples: command.examples ?? [],
    hidden: command.hidden ?? false,
    category: command.category,
    needs: needsOf(commandClass),
    positionals,
    options,
    optionsByName: new Map(options.map((option) => [normaliseName(option.name), option])),
    optionsByLetter: new Map(options.flatMap((option) => (option.short === undefined ? [] : [[option.short, option]]))),
    usage: usageOf(name, positionals, options),
  };
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
  return [{ field, name: kebabCase(field), type, summary, rest: kind === 'rest' }];
}

function toOption(record: FieldRecord): OptionDefinition[] {
  if (record.kind !== 'option' && record.kind !== 'flag') return [];
  const { field, type, summary, kind, spelling } = record;
  return [
    { field, name: spelling.name ?? kebabCase(field), short: spelling.short, type, summary, flag: kind === 'flag' },
  ];
}

function checkPositionals(commandClass: CommandClass, positionals: readonly Positional[]): void {
  let before: Positional | undefined;
  for (const positional of positionals) {
    if (before?.rest) {
      throw new CommandInvalid(
        commandClass.name,
        `comes after @Rest "${before.field}", which leaves nothing. Move it in front.`,
        positional.field,
      );
    }
    if (before !== undefined && before.type.absence.mode !== 'refused' && positional.type.absence.mode === 'refused') {
      throw new CommandInvalid(
        commandClass.name,
        `is required but comes after "${before.field}", which may be left out. Swap them, or make it optional.`,
        positional.field,
      );
    }
    before = positional;
  }
}

const optionNameShape = /^\p{L}[^\s=]*$/u;
const letterShape = /^[A-Za-z]$/;

function checkSpellings(commandClass: CommandClass, options: readonly OptionDefinition[]): void {
  const owners = new Map<string, string>();
  for (const { field, name, short } of options) {
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
    for (const spelling of [`--${normaliseName(name)}`, ...(short === undefined ? [] : [`-${short}`])]) {
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
