import type { OptionDefinition, Positional } from './definition.js';

/** How a command is called, without the prefix: `remind <after> [--log-it] <what…>`. Square brackets may be left out. */
export function usageOf(
  name: string,
  positionals: readonly Positional[],
  options: readonly OptionDefinition[],
): string {
  const before = positionals.filter(({ rest }) => !rest).map(positionalUsage);
  const rest = positionals.filter((positional) => positional.rest).map(positionalUsage);
  return [name, ...before, ...options.map((option) => `[${optionUsage(option)}]`), ...rest].join(' ');
}

/** `--days <integer>`, or `--loud` for a flag. */
export function optionUsage({ name, type, flag }: OptionDefinition): string {
  return flag ? `--${name}` : `--${name} <${type.name}>${type.repeats === undefined ? '' : '…'}`;
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
