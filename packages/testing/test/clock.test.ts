import { Client, Command, type CommandContext, inject } from 'botwright';
import { describe, expect, test } from 'vitest';
import { testBot } from '../src/index.js';

const dayMs = 24 * 60 * 60 * 1000;

@Command({ name: 'later', summary: 'Answer in two days.' })
class Later {
  constructor(@inject(Client) private readonly client: Client) {}

  async run(ctx: CommandContext): Promise<void> {
    this.client.clock.setTimeout(() => {
      void this.client.api.messages.create(ctx.channelId, { content: 'two days later' });
    }, 2 * dayMs);
    await ctx.reply('wait');
  }
}

describe('one clock for bot and sandbox', () => {
  test('goes through three days, in which everybody stays connected and what the bot planned happens', async () => {
    await using it = await testBot({ commands: [Later], clock: 'virtual' });
    const { ada } = it.people;
    await ada.asks('!later');
    const states: string[] = [];
    it.bot.client.gateway.onStateChange(({ to }) => states.push(to));
    await it.clock.advance(3 * dayMs);
    const message = await ada.hears('two days later');
    expect(message.createdAt).toBe(new Date(Date.UTC(2026, 0, 3)).toISOString());
    expect(states).toEqual([]);
    expect(it.clock.now()).toBe(Date.UTC(2026, 0, 4));
  }, 30_000);

  test('is asked for, or the clock is the one of the machine', async () => {
    await using it = await testBot();
    expect(() => it.clock).toThrow(expect.objectContaining({ code: 'CLOCK_NOT_VIRTUAL' }));
  });
});
