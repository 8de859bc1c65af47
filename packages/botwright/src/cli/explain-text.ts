import { type ExplainPlace, explanationText } from '@botwright/commands';
import type { Client } from '@botwright/core';
import { memoryStore } from '@botwright/store';
import type { Bot } from '../bot.js';
import { readEnvironment } from '../environment.js';
import { PlaceUnknown } from '../errors.js';
import { openSandbox } from './sandbox.js';
import { importBot, pointAt } from './start.js';

interface ExplainFlags {
  readonly as?: string;
  readonly in?: string;
  readonly team?: string;
  readonly seed?: string;
  readonly json?: boolean;
}

/**
 * `botwright explain`: what a bot would make of a text. With `BOT_TOKEN` it asks that service about people and places,
 * else a sandbox of its own; nothing is answered and no command runs.
 *
 * @throws {PlaceUnknown} for a team, channel or person that is not there.
 */
export async function explainText(file: string, text: string, flags: ExplainFlags): Promise<void> {
  const bot = await importBot(file);
  const { token, baseUrl } = readEnvironment();
  const isAlone = token === undefined && baseUrl === undefined;
  const sandbox = isAlone ? await openSandbox({ ...sandboxFlags, ...seedOf(flags) }) : undefined;
  try {
    if (sandbox !== undefined) pointAt(sandbox);
    process.stdout.write(`${await explanationFrom(bot, text, flags, isAlone)}\n`);
  } finally {
    await bot.stop();
    await sandbox?.close();
  }
}

const sandboxFlags = { port: 0, host: '127.0.0.1', clock: 'machine', limits: 'all', permissions: 'enforced' } as const;

function seedOf({ seed }: ExplainFlags) {
  return seed === undefined ? {} : { seed };
}

async function explanationFrom(bot: Bot, text: string, flags: ExplainFlags, isAlone: boolean): Promise<string> {
  await bot.start(isAlone ? { store: memoryStore() } : {});
  const explanation = await bot.explain(text, await placeFor(bot.client, flags));
  return flags.json ? JSON.stringify(explanation, undefined, 2) : explanationText(explanation);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

async function placeFor({ api, teams }: Client, flags: ExplainFlags): Promise<ExplainPlace> {
  const team = pick('team', teams, flags.team);
  const { channels } = await api.channels.list(team.id);
  const members = await api.members.list(team.id);
  const people = members.map(({ id, username }) => ({ id, name: username }));
  const texts = channels.filter(({ type }) => type === 'text');
  const channel = pick('channel', flags.in === undefined ? texts : channels, flags.in);
  const person = pick('person', people, flags.as ?? teams.find(({ id }) => id === team.id)?.createdBy);
  return { teamId: team.id, channelId: channel.id, userId: person.id };
}

/** By id or name; the first when none is wanted. */
function pick(kind: PlaceUnknown['kind'], among: readonly Named[], wanted: string | undefined): Named {
  const found = wanted === undefined ? among[0] : among.find(({ id, name }) => id === wanted || name === wanted);
  if (found !== undefined) return found;
  const known = among.map(({ name }) => name);
  throw new PlaceUnknown(kind, wanted, known);
}
