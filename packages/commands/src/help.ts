import { text } from './arguments/values.js';
import { codeSpan } from './code-text.js';
import type { CommandContext } from './context.js';
import { Command, Rest } from './decorators.js';
import type { CommandDefinition } from './definition.js';
import { runnableOf } from './guards/check.js';
import { commandHelp, groupHelp, listPages, unknownCommand } from './help-text.js';
import { nameWords, normaliseName } from './names.js';
import { nearestTo } from './suggestions.js';
import { inEach } from './texts/languages.js';
import { wordingIn } from './texts/wording.js';
import { WaitCancelled } from './waits/errors.js';

/** The built-in `help`: what the asker may run here, or all about one command, group or heading. */
@Command({ name: 'help', summary: inEach(({ help }) => help.summary), examples: ['help', 'help help'] })
export class Help {
  @Rest(
    text().optional(),
    inEach(({ help }) => help.topic),
  )
  topic?: string;

  async run(context: CommandContext): Promise<void> {
    const explained = await this.explain(context);
    if (typeof explained === 'string') await context.reply(explained);
    else await turned(context, explained);
  }

  private async explain(context: CommandContext): Promise<string | ListedPages> {
    const { commands, prefix, texts } = context;
    const words = nameWords(withoutPrefix(this.topic ?? '', prefix));
    const match = words.length === 0 ? undefined : commands.find(words.join(' '));
    if (match?.kind === 'command') return commandHelp(match.command, prefix, texts);
    const group = match?.group;
    const runnable = await runnableOf(listed(group?.commands ?? commands.commands), context);
    if (group === undefined) return listHelp(words, runnable, context);
    const known = nameWords(group.name).length;
    const explained = groupHelp(group, runnable, prefix, texts);
    if (known === words.length) return explained;
    return `${unknown(words.slice(0, known + 1), runnable, context)}\n${explained}`;
  }
}

/** Pages, and the one that was asked for. */
interface ListedPages {
  readonly pages: readonly string[];
  readonly from: number;
}

/** Shows pages until nobody turns them any more. That they cannot be turned after a restart is no news to anybody. */
async function turned(context: CommandContext, { pages, from }: ListedPages): Promise<void> {
  try {
    await context.paginate(pages, { from });
  } catch (error) {
    if (!(error instanceof WaitCancelled)) throw error;
  }
}

/** All of the commands, those under a heading, or those that have to do with some words, and which page of them. */
function listHelp(
  words: readonly string[],
  runnable: readonly CommandDefinition[],
  { prefix, texts }: CommandContext,
): string | ListedPages {
  const last = words.at(-1) ?? '';
  const from = /^[1-9][0-9]{0,3}$/.test(last) ? Number(last) : undefined;
  const topic = from === undefined ? words : words.slice(0, -1);
  const list = listOf(topic, runnable, prefix, texts);
  if (list === undefined) return unknown(words.slice(0, 1), runnable, { prefix, texts });
  const pages = listPages(list, { prefix, texts, call: ['help', ...topic].join(' ') });
  if (from !== undefined && from > pages.length) return texts.help.noPage(from, pages.length);
  return { pages, from: from ?? 1 };
}

function listOf(
  words: readonly string[],
  runnable: readonly CommandDefinition[],
  prefix: string,
  texts: CommandContext['texts'],
) {
  if (words.length === 0) return { head: texts.help.overview(prefix), commands: runnable };
  const heading = words.join(' ');
  const under = runnable.filter(({ category }) => category !== undefined && normaliseName(category) === heading);
  if (under.length > 0) return { head: texts.help.under(codeSpan(under[0]?.category ?? heading)), commands: under };
  const found = runnable.filter((command) => hasToDoWith(command, words, texts.code));
  return found.length === 0 ? undefined : { head: texts.help.found(heading), commands: found };
}

/** Whether each of the words stands in name, aliases or summary; a word of one or two letters would stand in all. */
function hasToDoWith(
  { name, aliases, summary }: CommandDefinition,
  words: readonly string[],
  language: string,
): boolean {
  const said = [name, ...aliases, normaliseName(wordingIn(summary, language))].join(' ');
  return words.every((word) => word.length > 2 && said.includes(word));
}

function unknown(
  words: readonly string[],
  runnable: readonly CommandDefinition[],
  { prefix, texts }: Pick<CommandContext, 'prefix' | 'texts'>,
): string {
  const tried = words.join(' ');
  const names = runnable.map(({ name }) => name);
  return unknownCommand(tried, nearestTo(tried, names), prefix, texts);
}

function listed(commands: readonly CommandDefinition[]): CommandDefinition[] {
  return commands.filter(({ hidden }) => !hidden);
}

function withoutPrefix(topic: string, prefix: string): string {
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : topic;
}
