import { codeSpan } from './code-text.js';
import type { CommandDefinition } from './definition.js';
import { fitLines, fitParts } from './message-text.js';
import { permissionWords } from './permission-words.js';
import type { GroupDefinition } from './registry.js';
import { en } from './texts/en.js';
import { optionUsage } from './usage.js';

const longestEcho = 50;

/** One line a command, under the headings of their categories. */
export function overview(commands: readonly CommandDefinition[], prefix: string): string {
  const headings = new Set(commands.flatMap(({ category }) => category ?? []));
  const linesUnder = (heading: string | undefined): string[] =>
    commands.filter(({ category }) => category === heading).map((command) => summaryLine(command, prefix));
  // Those without a heading go first, else they would seem to belong to the heading above them.
  const lines = [
    ...linesUnder(undefined),
    ...[...headings].flatMap((heading) => [`\n**${heading}**`, ...linesUnder(heading)]),
  ];
  return fitLines(en.help.overview(prefix), lines, detailsHint(commands, prefix));
}

/** What a group is, and one line for each of its commands that may be used. */
export function groupHelp(group: GroupDefinition, runnable: readonly CommandDefinition[], prefix: string): string {
  const name = codeSpan(prefix + group.name);
  const head = group.summary === undefined ? name : `${name}: ${group.summary}`;
  const lines = runnable.map((command) => summaryLine(command, prefix));
  return fitLines(head, lines.length > 0 ? lines : [en.help.nothingHere], '');
}

/** Everything about one command. */
export function commandHelp(command: CommandDefinition, prefix: string): string {
  const { signatures, summary, aliases, examples, needs } = command;
  const usages = signatures.map(({ usage }) => codeSpan(prefix + usage));
  const parts = [...usages, summary, ...parameterLines(command)];
  if (aliases.length > 0) parts.push(en.help.also(spans(aliases, prefix)));
  if (needs.length > 0) parts.push(en.help.needs(permissionWords(needs)));
  if (examples.length > 0) parts.push(en.help.examples(spans(examples, prefix)));
  return fitParts(parts, '\n');
}

export function unknownCommand(tried: string, near: readonly string[], prefix: string): string {
  const sentence = en.help.unknown(prefix + tried.slice(0, longestEcho));
  return near.length === 0 ? sentence : `${sentence} ${en.help.didYouMean(near.map((name) => prefix + name))}`;
}

function summaryLine({ name, summary }: CommandDefinition, prefix: string): string {
  return `- ${codeSpan(prefix + name)}: ${summary}`;
}

function detailsHint(commands: readonly CommandDefinition[], prefix: string): string {
  return commands.some(({ name }) => name === 'help') ? en.help.details(`${prefix}help <command>`) : '';
}

function parameterLines({ positionals, options }: CommandDefinition): string[] {
  const positionalLines = positionals.map(
    ({ name, type, summary }) => `- ${codeSpan(name)} (${type.name}): ${summary}`,
  );
  const optionLines = options.map((option) => {
    const short = option.short === undefined ? '' : en.help.or(`-${option.short}`);
    return `- ${codeSpan(optionUsage(option))}${short}: ${option.summary}`;
  });
  return [...positionalLines, ...optionLines];
}

function spans(calls: readonly string[], prefix: string): string {
  return calls.map((call) => codeSpan(prefix + call)).join(', ');
}
