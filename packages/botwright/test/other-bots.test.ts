import { VirtualClock, WebhookClient } from '@botwright/core';
import type { Message } from '@botwright/protocol';
import { expect, test } from 'vitest';
import {
  type BotOptions,
  Command,
  type CommandContext,
  type HeardContext,
  Hears,
  Keyword,
  Listener,
} from '../src/index.js';
import { TwoBots } from './support/two-bots.js';

@Command({ name: 'ping', summary: 'Answer with what calls again.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('!ping');
  }
}

@Listener()
class Parrot {
  @Hears(/parrot/)
  async repeat(ctx: HeardContext): Promise<void> {
    await ctx.reply('parrot');
  }

  @Keyword('cockatoo')
  async say(ctx: HeardContext): Promise<void> {
    await ctx.reply('cockatoo');
  }
}

const bot: BotOptions = { commands: [Ping], listeners: [Parrot] };
const inviting: BotOptions = { ...bot, otherBots: 'answered' };
const habits = [
  ['as usual', bot],
  ['where other bots are answered', inviting],
] as const;

test.for(habits)('#82 a bot never handles what it says itself, %s', async ([, options], { annotate }) => {
  await using it = await TwoBots.start(options);
  for (const said of ['!ping', 'parrot', 'cockatoo']) await it.ada.says(said);
  await it.quiet();
  expect(it.by(it.bots[0]).map(({ content }) => content)).toEqual(['!ping', 'parrot', 'cockatoo']);
  await annotate('3 answers to 3 messages of a person, 0 to those', 'reached');
});

test.for(habits)('#82 a bot never handles what a webhook says, %s', async ([, options], { annotate }) => {
  await using it = await TwoBots.start(options);
  const { url, webhooks } = it.sandbox.description;
  const { id, token } = webhooks.general;
  await using webhook = new WebhookClient({ id, token, baseUrl: url });
  for (const content of ['!ping', 'parrot', 'cockatoo']) await webhook.execute({ content });
  await it.quiet();
  expect(it.talk).toHaveLength(3);
  expect(it.by(it.bots[0])).toEqual([]);
  await annotate('0 answers to 3 messages', 'reached');
});

test('#82 other bots are ignored unless it is said otherwise: their calls and words lead to nothing', async ({
  annotate,
}) => {
  await using it = await TwoBots.start(bot, bot);
  for (const said of ['!ping', 'parrot', 'cockatoo']) await it.ada.says(said);
  await it.quiet();
  const counts = it.bots.map((each) => it.by(each).length);
  expect(counts).toEqual([3, 3]);
  await annotate('each bot answered the person, and 0 answered the other', 'reached');
});

test('#82 two bots that answer each other do so 5 times at most within any 10 s in a channel, however often they are set off', async ({
  annotate,
}) => {
  await using it = await TwoBots.start(inviting, inviting);
  const clock = it.sandbox.clock as VirtualClock;
  for (let second = 0; second < 30; second += 1) {
    await it.ada.says('!ping');
    await it.quiet();
    await clock.advance(1_000);
  }
  const authors = new Map(it.said.map(({ id, createdBy }) => [id, createdBy]));
  const toBots = it.talk.filter(({ replyTo }) => authors.get(replyTo ?? '')?.bot);
  expect(it.talk.length - toBots.length).toBe(90);
  const most = mostWithin(10_000, toBots);
  expect(toBots.length).toBeGreaterThan(most);
  expect(most).toBeLessThanOrEqual(5);
  await annotate(`${most} within 10 s`, 'reached');
});

function mostWithin(ms: number, messages: readonly Message[]): number {
  const times = messages.map(({ createdAt }) => Date.parse(createdAt));
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
}
