import { createLog, VirtualClock } from '@botwright/core';
import { expect, test } from 'vitest';
import { type Bot, Command, type CommandContext, createBot, memoryStore } from '../src/index.js';
import { type Census, growYoungGeneration, inMebibytes, largestChange, takeCensus, until } from './support/census.js';
import { FrameService, place } from './support/frame-service.js';

/** Fewer for a look while other things run. */
const total = Number(process.env['BOTWRIGHT_MADE'] ?? 1_000_000);
/** What one call makes: 4 waits for messages, 2 for reactions, 2 listeners and 2 timers. */
const perCall = 10;
const callsAtOnce = 100;
const mostPeople = 1_000;
const timeoutMs = 60_000;

const clock = new VirtualClock();
const calls = { begun: 0, over: 0 };
let bot: Bot;

@Command({ name: 'gather', summary: 'Wait for everything at once.' })
class Gather {
  async run(ctx: CommandContext): Promise<void> {
    const collected = [
      ...Array.from({ length: 4 }, () => ctx.nextMessage({ timeoutMs })),
      ...Array.from({ length: 2 }, () => ctx.nextReaction(ctx.message, { timeoutMs })),
    ];
    const listeners = Array.from({ length: 2 }, () => bot.client.events.on('USER_JOINED_TEAM', () => undefined));
    const timers = Array.from(
      { length: 2 },
      () => new Promise<void>((resolve) => clock.setTimeout(resolve, timeoutMs)),
    );
    calls.begun += 1;
    await Promise.allSettled([...collected, ...timers]);
    for (const end of listeners) end();
    calls.over += 1;
  }
}

/** Calls of as many people: a third gets its answers, of a third the message is deleted, a third waits in vain. */
async function letMany(service: FrameService): Promise<void> {
  const from = calls.begun;
  const people = Array.from({ length: callsAtOnce }, (_, index) => place((from + index) % mostPeople));
  const messageIds = people.map((person) => service.say(person, '!gather'));
  await until(() => calls.begun === from + callsAtOnce);
  for (const [index, person] of people.entries()) {
    const { channelId, teamId } = person;
    if (index % 3 === 0) for (let answer = 0; answer < 4; answer += 1) service.say(person, `answer ${answer}`);
    if (index % 3 === 1) service.send('MESSAGE_DELETED', { messageId: messageIds[index], channelId, teamId });
  }
  service.say(place(-1), '!help');
  const answered = service.answered;
  await until(() => service.answered > answered);
  await clock.advance(timeoutMs);
  await until(() => calls.over === calls.begun);
}

function listenersOfProcess(): number {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
}

test(`#79 ${total.toLocaleString('en')} waits, listeners and timers that handlers made have all ended: counts are what they were, and memory stays within 5 %`, async ({
  annotate,
}) => {
  await using service = await FrameService.start();
  bot = createBot({
    commands: [Gather],
    log: createLog({ level: 'silent' }),
    store: memoryStore({ clock }),
    clock,
    credentials: service.credentials,
  });
  await bot.start();
  growYoungGeneration();
  // V8 has grown to what it needs after a fifth of them.
  while (calls.over < total / perCall / 5) await letMany(service);
  const { events } = bot.client;
  const count = () => ({
    timers: clock.pending,
    running: events.stats.running,
    waiting: events.stats.waiting,
    reactionsHeard: events.hears('MESSAGE_REACTION_ADDED'),
    joinsHeard: events.hears('USER_JOINED_TEAM'),
    ofProcess: listenersOfProcess(),
    handles: process.getActiveResourcesInfo().length,
  });
  const before = count();
  const censuses: Census[] = [];
  while (calls.over < total / perCall) {
    if ((calls.over * perCall) % (total / 10) === 0) censuses.push(await takeCensus());
    await letMany(service);
  }
  censuses.push(await takeCensus());
  expect(count()).toEqual(before);
  expect(before).toMatchObject({ running: 0, waiting: 0, reactionsHeard: false, joinsHeard: false });
  expect(calls.over * perCall).toBe(total);
  const resident = largestChange('resident', censuses);
  await annotate(
    `all ${calls.over * perCall} ended, ${before.timers} timers as before; resident ${resident.toFixed(1)} % at most (MiB: ${inMebibytes('resident', censuses)}; heap ${inMebibytes('heap', censuses)})`,
    'reached',
  );
  expect(resident).toBeLessThanOrEqual(5);
  const [first, ...later] = censuses.map(({ heap }) => heap);
  expect(Math.max(...later)).toBeLessThanOrEqual(1.05 * (first ?? 0));
  await bot.stop();
});
