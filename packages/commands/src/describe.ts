import type { TeamPermission } from '@botwright/protocol';
import type { CommandDefinition, OptionDefinition, Positional } from './definition.js';
import type { ConcurrencyRule, CooldownRule } from './limits/rules.js';
import { en } from './texts/en.js';
import { wordingIn } from './texts/wording.js';

/** A command as plain JSON. Texts have no prefix. */
export interface CommandDescription {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly category: string | null;
  readonly hidden: boolean;
  readonly usage: string;
  /** One for each way of calling it; the first is `usage`. */
  readonly usages: readonly string[];
  readonly examples: readonly string[];
  readonly needs: readonly TeamPermission[];
  /** What each guard of its own and of its groups needs, in words. */
  readonly guards: readonly string[];
  readonly cooldowns: readonly CooldownRule[];
  readonly concurrency: ConcurrencyRule | null;
  readonly arguments: readonly ArgumentDescription[];
  readonly options: readonly OptionDescription[];
}

export interface ArgumentDescription {
  readonly name: string;
  readonly type: string;
  readonly summary: string;
  readonly required: boolean;
  /** As it is shown to people; `null` when there is none. */
  readonly default: string | null;
  /** Takes all that is left of the message. */
  readonly rest: boolean;
  /** Takes several words, one by one. */
  readonly many: boolean;
}

export interface OptionDescription {
  readonly name: string;
  readonly short: string | null;
  /** `null` for a flag, which takes no value. */
  readonly type: string | null;
  readonly summary: string;
  readonly default: string | null;
  /** May be given more than once. */
  readonly many: boolean;
}

export function describeCommand(command: CommandDefinition): CommandDescription {
  const { name, aliases, category, hidden, usage, examples, needs, cooldowns } = command;
  return {
    name,
    aliases,
    summary: wordingIn(command.summary, en.code),
    category: category ?? null,
    hidden,
    usage,
    usages: command.signatures.map((signature) => signature.usage),
    examples,
    needs,
    guards: command.guards.map((guard) => guard.phrase(en)),
    cooldowns,
    concurrency: command.concurrency ?? null,
    arguments: command.positionals.map(describeArgument),
    options: command.options.map(describeOption),
  };
}

function describeArgument(positional: Positional): ArgumentDescription {
  const { name, type, summary, rest } = positional;
  return {
    name,
    type: type.name,
    summary: wordingIn(summary, en.code),
    required: type.absence.mode === 'refused',
    default: defaultOf(positional),
    rest,
    many: type.repeats !== undefined,
  };
}

function describeOption(option: OptionDefinition): OptionDescription {
  const { name, short, type, summary, flag } = option;
  return {
    name,
    short: short ?? null,
    type: flag ? null : type.name,
    summary: wordingIn(summary, en.code),
    default: defaultOf(option),
    many: type.repeats !== undefined,
  };
}

function defaultOf({ type: { absence } }: Positional | OptionDefinition): string | null {
  if (absence.mode === 'computed') return absence.shown ?? null;
  return absence.mode === 'default' ? String(absence.value) : null;
}
