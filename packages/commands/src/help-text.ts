import { codeSpan } from './code-text.js';
import type { CommandDefinition } from './definition.js';
import { Duration } from './duration.js';
import type { CountedBy } from './limits/rules.js';
import { fitLines, fitParts } from './message-text.js';
import { permissionWords } from './permission-words.js';
import type { GroupDefinition } from './registry.js';
import type { Texts } from './texts/en.js';
import { wordingIn } from './texts/wording.js';
import { optionUsage, typeName, usagesOf } from './usage.js';

const longestEcho = 50;
const commandsOnPage = 20;
/** Room is left for the head, the foot, and what makes mentions inert. */
const charactersOnPage = 1500;

/** Commands to list, and what is said above them. */
export interface CommandList {
  readonly head: string;
  readonly commands: readonly CommandDefinition[];
}

interface ListStyle {
  readonly prefix: string;
  readonly texts: Texts;
  /** The call that gives this list; a number behind it gives a page. */
  readonly call: string;
}

/** One line a command, under the headings of their categories, in pages of one message each; at least one page. */
export function listPages({ head, commands }: CommandList, { prefix, texts, call }: ListStyle): string[] {
  const headings = new Set(commands.flatMap(({ category }) => category ?? []));
  // Those without a heading go first, else they would seem to belong to the heading above them.
  const sorted = [undefined, ...headings].flatMap((heading) => commands.filter(({ category }) => category === heading));
  const pages = splitPages(sorted, prefix, texts);
  const details = commands.some(({ name }) => name === 'help') ? texts.help.details(`${prefix}help <command>`) : '';
  return pages.map((lines, index) => {
    const isLast = index === pages.length - 1;
    const next = isLast ? '' : texts.help.nextPage(`${prefix}${call} ${index + 2}`);
    return fitLines(head, lines, [next, details].filter((line) => line !== '').join('\n'));
  });
}

function splitPages(commands: readonly CommandDefinition[], prefix: string, texts: Texts): string[][] {
  const pages: string[][] = [];
  let [page, heading, length, count]: [string[], string | undefined, number, number] = [[], undefined, 0, 0];
  for (const command of commands) {
    const line = summaryLine(command, prefix, texts);
    if (count === commandsOnPage || (count > 0 && length + line.length > charactersOnPage)) {
      pages.push(page);
      [page, heading, length, count] = [[], undefined, 0, 0];
    }
    if (command.category !== undefined && command.category !== heading) page.push(`\n**${command.category}**`);
    heading = command.category;
    page.push(line);
    length += line.length + 1;
    count++;
  }
  return [...pages, page];
}

/** What a group is, and one line for each of its commands that may be used. */
export function groupHelp(
  group: GroupDefinition,
  runnable: readonly CommandDefinition[],
  prefix: string,
  texts: Texts,
): string {
  const name = codeSpan(prefix + group.name);
  const head = group.summary === undefined ? name : `${name}: ${wordingIn(group.summary, texts.code)}`;
  const lines = runnable.map((command) => summaryLine(command, prefix, texts));
  return fitLines(head, lines.length > 0 ? lines : [texts.help.nothingHere], '');
}

/** Everything about one command. */
export function commandHelp(command: CommandDefinition, prefix: string, texts: Texts): string {
  const { summary, aliases, examples } = command;
  const usages = usagesOf(command, texts).map((usage) => codeSpan(prefix + usage));
  const parts = [...usages, wordingIn(summary, texts.code), ...parameterLines(command, texts)];
  if (aliases.length > 0) parts.push(texts.help.also(spans(aliases, prefix)));
  parts.push(...ruleLines(command, texts));
  if (examples.length > 0) parts.push(texts.help.examples(spans(examples, prefix)));
  return fitParts(parts, '\n');
}

/** Who may call a command, how often, and how many at a time. */
function ruleLines({ needs, guards, cooldowns, concurrency }: CommandDefinition, texts: Texts): string[] {
  const { help } = texts;
  const who = (by: CountedBy) => help.by[by];
  const lines = needs.length > 0 ? [help.needs(permissionWords(needs, texts))] : [];
  lines.push(...guards.map((guard) => help.guards(guard.phrase(texts))));
  lines.push(
    ...cooldowns.map(({ uses, perMs, by }) =>
      help.cooldown(uses, new Duration(perMs).toString(texts.words.units), who(by)),
    ),
  );
  if (concurrency !== undefined) lines.push(help.running(concurrency.most, who(concurrency.by)));
  return lines;
}

export function unknownCommand(tried: string, near: readonly string[], prefix: string, { help }: Texts): string {
  const sentence = help.unknown(prefix + tried.slice(0, longestEcho));
  return near.length === 0 ? sentence : `${sentence} ${help.didYouMean(near.map((name) => prefix + name))}`;
}

function summaryLine({ name, summary }: CommandDefinition, prefix: string, { code }: Texts): string {
  return `- ${codeSpan(prefix + name)}: ${wordingIn(summary, code)}`;
}

function parameterLines({ positionals, options }: CommandDefinition, texts: Texts): string[] {
  const positionalLines = positionals.map(
    ({ name, type, summary }) =>
      `- ${codeSpan(name)} (${typeName(type.name, texts)}): ${wordingIn(summary, texts.code)}`,
  );
  const optionLines = options.map((option) => {
    const short = option.short === undefined ? '' : texts.help.or(`-${option.short}`);
    return `- ${codeSpan(optionUsage(option, texts))}${short}: ${wordingIn(option.summary, texts.code)}`;
  });
  return [...positionalLines, ...optionLines];
}

function spans(calls: readonly string[], prefix: string): string {
  return calls.map((call) => codeSpan(prefix + call)).join(', ');
}
