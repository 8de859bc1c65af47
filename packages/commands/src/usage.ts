import type { CommandDefinition, OptionDefinition, Positional } from './definition.js';
import type { Texts } from './texts/en.js';
import { phraseIn } from './texts/phrases.js';

/** How a command is called, without the prefix: `remind <after> [--log-it] <what…>`. Square brackets may be left out. */
export function usageOf(
  name: string,
  positionals: readonly Positional[],
  options: readonly OptionDefinition[],
  texts?: Texts,
): string {
  const before = positionals.filter(({ rest }) => !rest).map(positionalUsage);
  const rest = positionals.filter((positional) => positional.rest).map(positionalUsage);
  return [name, ...before, ...options.map((option) => `[${optionUsage(option, texts)}]`), ...rest].join(' ');
}

/** All ways of calling a command, in a language. */
export function usagesOf({ name, signatures, options }: CommandDefinition, texts: Texts): string[] {
  return signatures.map(({ positionals }) => usageOf(name, positionals, options, texts));
}

/** What a type is called in a language; one of somebody's own is called what it says. */
export function typeName(name: string, texts: Texts | undefined): string {
  return (texts && phraseIn<string>(texts.types, name)) ?? name;
}

/** `--days <integer>`, or `--loud` for a flag. */
export function optionUsage({ name, type, flag }: OptionDefinition, texts?: Texts): string {
  return flag ? `--${name}` : `--${name} <${typeName(type.name, texts)}>${type.repeats === undefined ? '' : '…'}`;
}

function positionalUsage({ name, type, rest }: Positional): string {
  const shown = rest || type.repeats !== undefined ? `${name}…` : name;
  const { absence } = type;
  switch (absence.mode) {
    case 'refused':
      return `<${shown}>`;
    case 'left-unset':
      return `[${shown}]`;
    case 'default':
      return `[${shown}${equals(String(absence.value))}]`;
    case 'computed':
      return `[${shown}${equals(absence.shown ?? '')}]`;
  }
}

function equals(value: string): string {
  return value === '' ? '' : `=${value}`;
}
