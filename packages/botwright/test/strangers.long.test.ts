import { createLog, VirtualClock } from '@botwright/core';
import { expect, test } from 'vitest';
import {
  Command,
  type CommandContext,
  Cooldown,
  createBot,
  type HeardContext,
  Keyword,
  Listener,
  memoryStore,
  On,
} from '../src/index.js';
import { type Census, growYoungGeneration, inMebibytes, largestChange, takeCensus, until } from './support/census.js';
import { FrameService, type Place, place } from './support/frame-service.js';

/** Fewer for a look while other things run. */
const total = Number(process.env['BOTWRIGHT_STRANGERS'] ?? 1_000_000);
const plateau = total / 5;
const censusEvery = total / 20;
const atOnce = 1_000;

@Command({ name: 'ping', summary: 'Say pong.' })
@Cooldown({ uses: 5, per: '10 seconds' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('pong');
  }
}

const seen = { messages: 0, members: 0, words: 0 };

@Listener()
class Counting {
  @On('MESSAGE_SEND')
  message(): void {
    seen.messages += 1;
  }

  @On('USER_JOINED_TEAM')
  member(): void {
    seen.members += 1;
  }

  @Keyword('tea')
  tea(_: HeardContext): void {
    seen.words += 1;
  }
}

/** What one stranger of so many does, and how often they are answered for it. */
function act(service: FrameService, index: number): number {
  const stranger = place(index);
  if (index % 10 === 0) join(service, stranger);
  const [content, answers = 0] =
    index % 1_000 === 2 ? (['<@&role> ping', 1] as const) : (said[index % 20] ?? ['hello']);
  service.say(stranger, content, index % 20 === 4);
  return answers;
}

const said: Readonly<Record<number, readonly [content: string, answers?: number]>> = {
  0: ['!ping', 1],
  1: ['!pnig'],
  3: ['a cup of tea'],
  4: ['!ping', 1],
};

function join(service: FrameService, { userId, teamId }: Place): void {
  const user = { id: userId, username: userId };
  service.send('USER_JOINED_TEAM', { user, member: { ...user, teamId, roles: [] }, teamId });
}

async function answerTo(service: FrameService, who: Place, content: string): Promise<string> {
  const before = service.answered;
  service.say(who, content);
  await until(() => service.answered > before);
  return service.lastAnswer;
}

test(`#80 ${total.toLocaleString('en')} messages, each of a user, channel and team never met before: memory stays within 5 % of what it is after a fifth of them, and what was forgotten is read anew`, async ({
  annotate,
}) => {
  await using service = await FrameService.start();
  const clock = new VirtualClock();
  const bot = createBot({
    commands: [Ping],
    listeners: [Counting],
    settingsCommands: true,
    otherBots: 'answered',
    log: createLog({ level: 'silent' }),
    store: memoryStore({ clock }),
    clock,
    credentials: service.credentials,
  });
  await bot.start();
  const first = place(-1);
  await answerTo(service, first, '!language de');
  const inGerman = await answerTo(service, first, '!help ping');
  expect(await answerTo(service, place(-2), '!help ping')).not.toBe(inGerman);
  await answerTo(service, first, '<@&role> ping');

  growYoungGeneration();
  const censuses: Census[] = [];
  for (let met = 0; met < total; ) {
    const messages = seen.messages + atOnce;
    let answers = service.answered;
    for (const end = met + atOnce; met < end; met += 1) answers += act(service, met);
    await until(() => seen.messages >= messages && service.answered >= answers);
    await clock.advance(1_000);
    if (met >= plateau && met % censusEvery === 0) censuses.push(await takeCensus());
  }
  const { rolesAsked } = service;
  expect(await answerTo(service, first, '!help ping')).toBe(inGerman);
  expect(await answerTo(service, first, '<@&role> ping')).toBe('pong');
  expect(service.rolesAsked).toBe(rolesAsked + 1);
  expect(seen.members).toBe(total / 10);
  const resident = largestChange('resident', censuses);
  const heap = largestChange('heap', censuses);
  await bot.stop();
  await annotate(
    `resident ${resident.toFixed(1)} %, heap ${heap.toFixed(1)} % at most (MiB: ${inMebibytes('resident', censuses)}; ${inMebibytes('heap', censuses)})`,
    'reached',
  );
  expect(Math.max(resident, heap)).toBeLessThanOrEqual(5);
});
