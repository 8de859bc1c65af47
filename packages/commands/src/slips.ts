import type { CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import { runnableOf } from './guards/check.js';
import { nameWords } from './names.js';
import { nearestTo } from './suggestions.js';
import { WaitCancelled, WaitTimedOut } from './waits/errors.js';
import { endOfWord, skipWhiteSpace } from './white-space.js';

const offerMs = 60_000;

/** What somebody may have meant who wrote a name that no command has. */
interface Correction {
  readonly command: CommandDefinition;
  /** The name or alias that was meant. */
  readonly name: string;
  /** The whole message, with the right name. */
  readonly content: string;
}

/**
 * Tells what a mistyped name may mean. Of one command it asks whether it is meant.
 *
 * @param from - Where the name begins in the message.
 * @returns The whole message with the right name, when the author wants that.
 */
export async function offerCorrection(from: number, context: CommandContext): Promise<string | undefined> {
  const corrections = await correctionsOf(from, context);
  const [correction] = corrections;
  if (correction === undefined) return undefined;
  if (corrections.length === 1) return (await isWanted(correction, context)) ? correction.content : undefined;
  const calls = corrections.map(({ name }) => context.prefix + name);
  await context.reply(context.texts.waits.didYouMean(calls));
  return undefined;
}

async function isWanted({ name }: Correction, context: CommandContext): Promise<boolean> {
  const question = context.texts.waits.runIt(context.prefix + name);
  try {
    return await context.confirm(question, { timeoutMs: offerMs, prefixed: 'command' });
  } catch (error) {
    // Nobody has to answer an offer.
    if (error instanceof WaitTimedOut || error instanceof WaitCancelled) return false;
    throw error;
  }
}

/**
 * The commands that a mistyped name most likely means, of those that the author may run here: all that are equally near.
 *
 * @param from - Where the name begins in the message.
 */
async function correctionsOf(from: number, context: CommandContext): Promise<Correction[]> {
  const { content, commands } = context;
  let candidates = commands.commands.filter(({ hidden }) => !hidden);
  for (;;) {
    const near = nearTo(content, from, candidates);
    if (near.length === 0) return [];
    const allowed = new Set(
      await runnableOf(
        near.map(({ command }) => command),
        context,
      ),
    );
    const corrections = near.filter(({ command }) => allowed.has(command));
    if (corrections.length > 0) return corrections;
    const refused = new Set(near.map(({ command }) => command));
    candidates = candidates.filter((command) => !refused.has(command));
  }
}

/** A name of two words is compared with two words of the message. The longest names that fit win. */
function nearTo(content: string, from: number, commands: readonly CommandDefinition[]): Correction[] {
  const names = commands.flatMap((command) => [command.name, ...command.aliases].map((name) => ({ command, name })));
  const byLength = Map.groupBy(names, ({ name }) => nameWords(name).length);
  for (const length of [...byLength.keys()].toSorted((one, other) => other - one)) {
    const end = endOfWords(content, from, length);
    if (end === undefined) continue;
    const typed = nameWords(content.slice(from, end)).join(' ');
    const ofLength = byLength.get(length) ?? [];
    const near = new Set(
      nearestTo(
        typed,
        ofLength.map(({ name }) => name),
      ),
    );
    const meant = new Map<CommandDefinition, string>();
    for (const { command, name } of ofLength) {
      // A command whose alias is as near as its name is meant once.
      if (near.has(name) && !meant.has(command)) meant.set(command, name);
    }
    const start = skipWhiteSpace(content, from);
    const contentWith = (name: string) => content.slice(0, start) + name + content.slice(end);
    if (meant.size > 0) return [...meant].map(([command, name]) => ({ command, name, content: contentWith(name) }));
  }
  return [];
}

/** Where that many words end; `undefined` when there are fewer. */
function endOfWords(content: string, from: number, count: number): number | undefined {
  let end = from;
  for (let word = 0; word < count; word++) {
    const start = skipWhiteSpace(content, end);
    if (start === content.length) return undefined;
    end = endOfWord(content, start);
  }
  return end;
}
