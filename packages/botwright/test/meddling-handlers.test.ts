import { createLog } from '@botwright/core';
import { type TestBot, testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import { Client, Command, type CommandContext, inject, Listener, On } from '../src/index.js';

const longestMs = 5_000;
const log = createLog({ level: 'silent' });

@Command({ name: 'ping', summary: 'Say pong.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('pong');
  }
}

@Command({ name: 'flood', summary: 'Say a thousand things at once.' })
class Flood {
  async run(ctx: CommandContext): Promise<void> {
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => ctx.send(`drop ${index}`)));
    await ctx.reply('flooded');
  }
}

@Command({ name: 'say', summary: 'Let an event come about.' })
class Say {
  constructor(@inject(Client) private readonly client: Client) {}

  async run(ctx: CommandContext): Promise<void> {
    const { message, channelId, teamId, channelType } = ctx;
    const said = { ...message, content: '!ping' };
    this.client.events.dispatch('MESSAGE_SEND', { message: said, channelId, teamId, channelType });
    await ctx.reply('said');
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

describe('a handler does what it should not, and nobody waits more than 5 s', () => {
  test('a command stops the bot and waits for that: the bot stops, and has stopped when it goes on', async () => {
    const told = Promise.withResolvers<string>();
    let it: TestBot;
    @Command({ name: 'halt', summary: 'Stop the bot.' })
    class Halt {
      async run(): Promise<void> {
        await it.bot.stop();
        told.resolve(it.bot.state);
      }
    }
    it = await testBot({ commands: [Halt], log });
    await using _ = it;
    await it.people.ada.says('!halt');
    expect(await timed(() => told.promise)).toBeLessThan(longestMs);
    expect([await told.promise, it.bot.client.gateway.state]).toEqual(['stopped', 'closed']);
  });

  test('a listener stops the bot and waits for that, while another one works: both end', async () => {
    const ended: string[] = [];
    const over = Promise.withResolvers<void>();
    let it: TestBot;
    @Listener()
    class Meddler {
      @On('MESSAGE_SEND')
      async stop(): Promise<void> {
        await it.bot.stop();
        ended.push('stop');
        over.resolve();
      }

      @On('MESSAGE_SEND')
      async work(): Promise<void> {
        await new Promise((resolve) => setImmediate(resolve));
        ended.push('work');
      }
    }
    it = await testBot({ listeners: [Meddler], log });
    await using _ = it;
    await it.people.ada.says('hello');
    expect(await timed(() => over.promise)).toBeLessThan(longestMs);
    expect(ended).toEqual(['work', 'stop']);
    expect(it.bot.state).toBe('stopped');
  });

  test('a command sends an event in its own channel: that is handled next', async () => {
    await using it = await testBot({ commands: [Ping, Say], log, edits: false });
    const { ada } = it.people;
    await ada.listens();
    expect(await timed(() => ada.asks('!say'))).toBeLessThan(longestMs);
    await ada.asks('!ping');
    await it.bot.client.events.idle();
    expect(it.bot.client.events.stats).toMatchObject({ failures: 0, waiting: 0 });
  });

  test('a command sends 1,000 messages at once: all are there, and another channel is answered meanwhile', async () => {
    await using it = await testBot({ commands: [Ping, Flood], log });
    const { ada, bob } = it.people;
    await ada.listens();
    const flooded = ada.asks('!flood', { timeoutMs: longestMs });
    const elsewhere = await timed(() => bob.asks('!ping', { in: 'random' }));
    expect(elsewhere).toBeLessThan(longestMs);
    await flooded;
    const { general } = it.sandbox.description.channels;
    const drops = new Set<string | null>();
    for await (const { content } of it.bot.client.api.messages.history(general)) {
      if (content?.startsWith('drop ')) drops.add(content);
    }
    expect(drops.size).toBe(1_000);
  });
});
