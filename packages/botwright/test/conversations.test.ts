import { createLog } from '@botwright/core';
import { createSandbox } from '@botwright/sandbox';
import { Person, testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import {
  type Bot,
  Command,
  type CommandContext,
  Conversation,
  type ConversationClass,
  dateTime,
  duration,
  inject,
  type Talk,
  WaitTimedOut,
} from '../src/index.js';
import { botIn, ownDirectory } from './support/bots.js';

/** What was done, told to the test. */
class Ledger {
  readonly done: string[] = [];
}

@Conversation({ name: 'order', version: 1 })
class Order {
  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  async run(talk: Talk): Promise<void> {
    const what = await talk.ask('what', 'What will it be?');
    const after = await talk.ask('after', 'In how long?', { as: duration() });
    const number = await talk.run('book', () => this.ledger.done.push(`${what} in ${after}`));
    const isSure = await talk.confirm('sure', `Order ${number}: sure?`);
    await talk.say(isSure ? `${what} comes in ${after}.` : 'Never mind.');
  }
}

@Command({ name: 'order', summary: 'Begins.' })
class BeginOrder {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.begin(Order);
  }
}

const options = { commands: [BeginOrder], conversations: [Order], services: [Ledger] };

function commandFor(conversation: ConversationClass) {
  @Command({ name: 'go', summary: 'Begins.' })
  class Go {
    async run(ctx: CommandContext): Promise<void> {
      await ctx.begin(conversation);
    }
  }
  return Go;
}

function ledgerOf(bot: Bot): string[] {
  return bot.container.resolve(Ledger).done;
}

describe('a conversation', () => {
  test('asks one thing after the other', async () => {
    await using it = await testBot(options);
    const { ada } = it.people;
    expect((await ada.asks('!order')).content).toBe('What will it be?');
    expect((await ada.asks('tea')).content).toBe('In how long?');
    expect((await ada.asks('soon')).content).toContain('a duration');
    expect((await ada.asks('5m')).content).toBe('Order 1: sure?');
    await ada.says('yes');
    await ada.hears('tea comes in 5 minutes.');
  });

  test('goes back to the question before, but not past what was done', async () => {
    await using it = await testBot(options);
    const { ada } = it.people;
    await ada.asks('!order');
    expect((await ada.asks('back')).content).toContain('first question');
    await ada.asks('tea');
    expect((await ada.asks('back')).content).toBe('What will it be?');
    await ada.asks('cake');
    await ada.asks('5m');
    expect((await ada.asks('back')).content).toContain('cannot be undone');
    await ada.says('yes');
    await ada.hears('cake comes in 5 minutes.');
    expect(ledgerOf(it.bot)).toEqual(['cake in 5 minutes']);
  });

  test('ends when the person cancels, or begins another', async () => {
    await using it = await testBot(options);
    const { ada } = it.people;
    await ada.asks('!order');
    await ada.says('cancel');
    await ada.hears('Cancelled.');
    await ada.asks('!order');
    await ada.asks('tea');
  });

  test('refuses a class that the bot does not know', async () => {
    await using it = await testBot({ commands: [BeginOrder], log: createLog({ level: 'silent' }) });
    const { ada } = it.people;
    expect((await ada.asks('!order')).content).toContain('Reference');
  });
});

describe('after a restart a conversation', () => {
  test.each([
    ['stopped', (bot: Bot) => bot.stop()],
    ['cut off, without a chance to store anything more', (bot: Bot) => bot.client.gateway.close()],
  ])('goes on at the question that stands, and does nothing twice, when the bot was %s', async (_how, end) => {
    await using directory = await ownDirectory();
    await using sandbox = await createSandbox();
    await sandbox.listen({ port: 0 });
    const ada = new Person(sandbox, 'ada', sandbox.description.people.ada);
    const store = { url: directory.url('bot.sqlite') };
    await using first = await botIn(sandbox, { ...options, store });
    await ada.asks('!order');
    await ada.asks('tea');
    const question = await ada.asks('5m');
    expect(ledgerOf(first)).toEqual(['tea in 5 minutes']);
    await end(first);

    await using second = await botIn(sandbox, { ...options, store });
    await ada.says('yes');
    await ada.hears('tea comes in 5 minutes.');
    expect(ledgerOf(second)).toEqual([]);
    const { messages } = await ada.does<{ messages: { content: string }[] }>(
      'GET',
      `/channels/${question.channelId}/messages`,
    );
    expect(messages.filter(({ content }) => content === 'Order 1: sure?')).toHaveLength(1);
    await second.stop();

    await using third = await botIn(sandbox, { ...options, store });
    expect(third.state).toBe('running');
    await ada.leaves();
  });

  test('has the same moments as before, and what is left of its time', async () => {
    @Conversation({ name: 'alarm', version: 1 })
    class Alarm {
      async run(talk: Talk): Promise<void> {
        const at = await talk.ask('at', 'When?', { as: dateTime() });
        try {
          await talk.ask('why', 'Why?', { timeoutMs: 60_000 });
        } catch (error) {
          if (!(error instanceof WaitTimedOut)) throw error;
          await talk.say(`no answer, at ${at.toISOString()}`);
        }
      }
    }
    await using directory = await ownDirectory();
    await using sandbox = await createSandbox({ clock: 'virtual' });
    await sandbox.listen({ port: 0 });
    const ada = new Person(sandbox, 'ada', sandbox.description.people.ada);
    const bot = { commands: [commandFor(Alarm)], conversations: [Alarm], store: { url: directory.url('bot.sqlite') } };
    await using first = await botIn(sandbox, bot);
    await ada.asks('!go');
    const { createdAt } = await ada.asks('in 2 hours');
    await first.stop();
    const { clock } = sandbox;
    if (!('advance' in clock && typeof clock.advance === 'function')) throw new TypeError('The clock is not virtual.');
    await clock.advance(40_000);

    await using second = await botIn(sandbox, bot);
    await clock.advance(25_000);
    await ada.hears(`no answer, at ${new Date(Date.parse(createdAt) + 7_200_000).toISOString()}`);
    await second.stop();
    await ada.leaves();
  });

  test('ends with a word to the person when its version or its steps are others', async () => {
    const versions = [1, 2, 2].map((version, index) => {
      @Conversation({ name: 'poll', version })
      class Poll {
        async run(talk: Talk): Promise<void> {
          await talk.ask(index === 2 ? 'other' : 'first', 'Well?');
        }
      }
      return Poll;
    });
    await using directory = await ownDirectory();
    await using sandbox = await createSandbox();
    await sandbox.listen({ port: 0 });
    const ada = new Person(sandbox, 'ada', sandbox.description.people.ada);
    const store = { url: directory.url('bot.sqlite') };
    const [one, two, changed] = versions.map((Poll) => ({
      commands: [commandFor(Poll)],
      conversations: [Poll],
      store,
    }));
    await using first = await botIn(sandbox, one ?? {});
    await ada.asks('!go');
    await first.stop();
    await using second = await botIn(sandbox, two ?? {});
    await ada.hears(/I was changed meanwhile/);
    await ada.asks('!go');
    await second.stop();
    await using third = await botIn(sandbox, changed ?? {});
    await ada.hears(/Reference/);
    await third.stop();
    await ada.leaves();
  });
});
