import { createLog } from '@botwright/core';
import { testBot } from '@botwright/testing';
import { expect, test } from 'vitest';
import { Command, type CommandContext, definePlugin, Listener, On } from '../src/index.js';

const reconnects = 1_000;
/** Before that a session counts as one that ended too soon. */
const lastingMs = 60_001;

@Command({ name: 'ping', summary: 'Say pong.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('pong');
  }
}

function listenersOfProcess(): number {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
}

test('#83 after each of 1,000 reconnects a command gets 1 reply and an event is heard once; start hooks have run once, and listeners, timers and handles are as many as before', async ({
  annotate,
}) => {
  const counts = { starts: 0, readies: 0, heard: 0, replies: 0 };
  @Listener()
  class Counting {
    @On('MESSAGE_SEND')
    count({ message }: { message: { content: string | null } }): void {
      if (message.content === 'pong') counts.replies += 1;
      else counts.heard += 1;
    }
  }
  const counting = definePlugin({
    name: 'counting',
    commands: [Ping],
    listeners: [Counting],
    start() {
      counts.starts += 1;
    },
    ready() {
      counts.readies += 1;
    },
  });
  await using it = await testBot({ plugins: [counting()], clock: 'virtual', log: createLog({ level: 'silent' }) });
  const { clock, bot, sandbox, people } = it;
  const { gateway } = bot.client;

  const reconnect = async (): Promise<void> => {
    const lost = Promise.withResolvers<number>();
    const ready = Promise.withResolvers<void>();
    const unlisten = gateway.onStateChange(({ to, retryInMs }) => {
      if (retryInMs !== undefined) lost.resolve(retryInMs);
      if (to === 'ready') ready.resolve();
    });
    // biome-ignore lint/suspicious/noThenProperty: a rule of the fault board says what happens then.
    sandbox.faults.set([{ on: 'gateway', by: sandbox.description.bot.id, times: 1, then: { reset: true } }]);
    await clock.advance(await lost.promise);
    await ready.promise;
    unlisten();
    expect((await people.ada.asks('!ping')).content).toBe('pong');
    await clock.advance(lastingMs);
  };
  const census = () => ({
    listeners: listenersOfProcess(),
    timers: clock.pending,
    handles: process.getActiveResourcesInfo().length,
  });

  await clock.advance(lastingMs);
  for (let count = 0; count < reconnects / 10; count += 1) await reconnect();
  const before = census();
  for (let count = reconnects / 10; count < reconnects; count += 1) await reconnect();
  expect(census()).toEqual(before);
  await expect.poll(() => counts.replies).toBe(reconnects);
  expect(counts).toEqual({ starts: 1, readies: reconnects + 1, heard: reconnects, replies: reconnects });
  expect(gateway.stats.readies).toBe(reconnects + 1);
  await annotate(
    `${counts.starts} start, ${counts.replies} replies to ${reconnects} commands, ${before.timers} timers throughout`,
    'reached',
  );
});
