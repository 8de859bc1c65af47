import type { ArgumentDescription, CommandDescription, OptionDescription } from './describe.js';
import { Duration } from './duration.js';
import { en, type Texts } from './texts/en.js';

export interface MarkdownOptions {
  /** Shown before each call. */
  readonly prefix?: string;
  /** For the headings; what commands say of themselves stands as it is described. */
  readonly texts?: Texts;
}

/** The commands of a bot as a Markdown document, by category; hidden ones are left out. Give it what `describe` says. */
export function commandsAsMarkdown(
  commands: readonly CommandDescription[],
  { prefix = '', texts = en }: MarkdownOptions = {},
): string {
  const listed = commands.filter(({ hidden }) => !hidden);
  const categories = [...new Set(listed.map(({ category }) => category))].sort(byName);
  const sections = categories.flatMap((category) => [
    `## ${escaped(category ?? texts.help.other)}`,
    ...listed.filter((command) => command.category === category).map((command) => section(command, prefix, texts)),
  ]);
  return `${[`# ${texts.help.commands}`, ...sections].join('\n\n')}\n`;
}

/** Those without a category come last. */
function byName(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return one.localeCompare(other, 'en');
}

function section(command: CommandDescription, prefix: string, { help, permissions, words, and }: Texts): string {
  const parts = [
    `### ${code(prefix + command.name)}`,
    escaped(command.summary),
    command.usages.map((usage) => code(prefix + usage)).join('  \n'),
    table(command, help),
  ];
  const calls = (names: readonly string[]) => names.map((name) => code(prefix + name)).join(', ');
  if (command.aliases.length > 0) parts.push(help.also(calls(command.aliases)));
  if (command.needs.length > 0) parts.push(help.needs(and(command.needs.map((need) => permissions[need]))));
  parts.push(...command.guards.map((guard) => help.guards(guard)));
  for (const { uses, perMs, by } of command.cooldowns) {
    parts.push(help.cooldown(uses, new Duration(perMs).toString(words.units), help.by[by]));
  }
  if (command.examples.length > 0) parts.push(help.examples(calls(command.examples)));
  return parts.filter((part) => part !== '').join('\n\n');
}

function table({ arguments: positionals, options }: CommandDescription, help: Texts['help']): string {
  const rows = [...positionals.map(argumentRow), ...options.map(optionRow)];
  if (rows.length === 0) return '';
  return [`| ${help.argument} | ${help.what} |`, '| --- | --- |', ...rows].join('\n');
}

function argumentRow({ name, type, summary }: ArgumentDescription): string {
  return `| ${cell(code(name))} (${cell(escaped(type))}) | ${cell(escaped(summary))} |`;
}

function optionRow({ name, type, summary }: OptionDescription): string {
  return `| ${cell(code(type === null ? `--${name}` : `--${name} <${type}>`))} | ${cell(escaped(summary))} |`;
}

/** With as many backticks as it takes. */
function code(text: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${text.replaceAll('\n', ' ')}${gap}${fence}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll('\n', ' ');
}

/** A pipe would end the cell, in code as well. */
function cell(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|');
}
