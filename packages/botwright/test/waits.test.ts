import { testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import { Command, type CommandContext, integer, Rest, text, WaitTimedOut } from '../src/index.js';

@Command({ name: 'age', summary: 'Asks.' })
class Age {
  async run(ctx: CommandContext): Promise<void> {
    const age = await ctx.ask('How old are you?', { as: integer({ min: 0 }) });
    await ctx.send(`In a year: ${age + 1}`);
  }
}

@Command({ name: 'name', summary: 'Asks twice.' })
class Name {
  async run(ctx: CommandContext): Promise<void> {
    const first = await ctx.ask('First name?');
    const last = await ctx.ask('Last name?', { prefixed: 'command' });
    await ctx.send(`Hello ${first} ${last}`);
  }
}

@Command({ name: 'wipe', summary: 'Asks for certainty.' })
class Wipe {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.send((await ctx.confirm('Sure?')) ? 'Wiped' : 'Kept');
  }
}

@Command({ name: 'order', summary: 'Lets choose.' })
class Order {
  async run(ctx: CommandContext): Promise<void> {
    const drink: 'tea' | 'coffee' = await ctx.choose('What will it be?', ['tea', 'coffee']);
    await ctx.send(`One ${drink}`);
  }
}

@Command({ name: 'read', summary: 'Shows pages.' })
class Read {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.paginate(['one', 'two', 'three']);
    await ctx.send('closed');
  }
}

@Command({ name: 'patience', summary: 'Waits for a while.' })
class Patience {
  async run(ctx: CommandContext): Promise<void> {
    try {
      await ctx.ask('Well?', { timeoutMs: 60_000 });
    } catch (error) {
      if (!(error instanceof WaitTimedOut)) throw error;
      await ctx.send('too late');
    }
  }
}

@Command({ name: 'ping', summary: 'Answers.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('pong');
  }
}

const commands = [Age, Name, Wipe, Order, Read, Patience, Ping];

describe('ask', () => {
  test('gives what the person writes next, read as its type says, and explains what will not do', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    await ada.asks('!age');
    expect((await ada.asks('old')).content).toContain('a whole number');
    await ada.says('41');
    await ada.hears('In a year: 42');
  });

  test('hears nobody else, and no other channel', async () => {
    await using it = await testBot({ commands });
    const { ada, bob } = it.people;
    await ada.asks('!age');
    await bob.says('7');
    await ada.says('8', { in: 'random' });
    await ada.says('9');
    await ada.hears('In a year: 10');
  });

  test('takes a message that begins with the prefix as an answer, unless the wait leaves those to commands', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    await ada.asks('!name');
    await ada.says('!ping');
    await ada.hears('Last name?');
    expect((await ada.asks('!ping')).content).toBe('pong');
    await ada.says('Lovelace');
    await ada.hears('Hello !ping Lovelace');
  });

  test('lets the channel go on meanwhile', async () => {
    await using it = await testBot({ commands });
    const { ada, bob } = it.people;
    await ada.asks('!age');
    expect((await bob.asks('!ping')).content).toBe('pong');
  });

  test('ends when the person cancels, or tries three times in vain', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    await ada.asks('!age');
    await ada.says('Cancel');
    await ada.hears('Cancelled.');
    await ada.asks('!age');
    await ada.asks('a');
    await ada.asks('b');
    await ada.says('c');
    await ada.hears(/did not work out/);
  });

  test('times out by the clock of the bot', async () => {
    await using it = await testBot({ commands, clock: 'virtual' });
    const { ada } = it.people;
    await ada.asks('!patience');
    await it.clock.advance(59_000);
    await it.clock.advance(2_000);
    await ada.hears('too late');
  });

  test('P26 ends quietly when the message that called is deleted', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const { replyTo, channelId } = await ada.asks('!age');
    await ada.does('DELETE', `/channels/${channelId}/messages/${replyTo}`);
    expect((await ada.asks('!ping')).content).toBe('pong');
    const { messages } = await ada.does<{ messages: { content: string }[] }>('GET', `/channels/${channelId}/messages`);
    expect(messages.map(({ content }) => content)).not.toContain('Cancelled.');
  });

  test('is told of when the bot stops', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    await ada.asks('!age');
    await it.bot.stop();
    await ada.hears(/being restarted/);
  });
});

describe('confirm and choose', () => {
  test('take a reaction', async () => {
    await using it = await testBot({ commands });
    const { ada, bob } = it.people;
    const question = await ada.asks('!wipe');
    const press = (emoji: string) =>
      `/channels/${question.channelId}/messages/${question.id}/reactions/${encodeURIComponent(emoji)}`;
    await bob.does('POST', press('✅'));
    await ada.does('POST', press('❎'));
    await ada.hears('Kept');
  });

  test('take words, and leave what is no answer to others', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    await ada.asks('!wipe');
    expect((await ada.asks('!ping')).content).toBe('pong');
    await ada.says('yes');
    await ada.hears('Wiped');
    expect((await ada.asks('!order')).content).toBe('What will it be?\n1. tea\n2. coffee');
    await ada.says('2');
    await ada.hears('One coffee');
    await ada.asks('!order');
    await ada.says('TEA');
    await ada.hears('One tea');
  });
});

describe('paginate', () => {
  test('turns pages by reactions given and taken back, and ends by one', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const first = await ada.asks('!read');
    expect(first.content).toBe('one\n\nPage 1 of 3');
    const place = `/channels/${first.channelId}/messages/${first.id}`;
    const press = (method: string, emoji: string) =>
      ada.does(method, `${place}/reactions/${encodeURIComponent(emoji)}`);
    const shown = async () => (await ada.does<{ message: { content: string } }>('GET', place)).message.content;
    await press('POST', '▶️');
    await expect.poll(shown).toBe('two\n\nPage 2 of 3');
    await press('DELETE', '▶️');
    await expect.poll(shown).toBe('three\n\nPage 3 of 3');
    await press('POST', '⏹️');
    await ada.hears('closed');
  });

  test('P24 turns the pages of help, from the one that was asked for, and says nothing of them when the bot stops', async () => {
    const many = Array.from({ length: 45 }, (_, index) => {
      class Numbered {
        run(): void {}
      }
      Command({ name: `number${index}`, summary: 'One of many.' })(Numbered);
      return Numbered;
    });
    await using it = await testBot({ commands: many });
    const { ada } = it.people;
    const second = await ada.asks('!help 2');
    expect(second.content).toMatch(/number2\d.*Page 2 of 3$/s);
    const place = `/channels/${second.channelId}/messages/${second.id}`;
    const shown = async () => (await ada.does<{ message: { content: string } }>('GET', place)).message.content;
    await ada.does('POST', `${place}/reactions/${encodeURIComponent('▶️')}`);
    await expect.poll(shown).toMatch(/number4\d.*Page 3 of 3$/s);
    await it.bot.stop();
    const { messages } = await ada.does<{ messages: readonly unknown[] }>(
      'GET',
      `/channels/${second.channelId}/messages`,
    );
    expect(messages).toHaveLength(2);
  });
});

describe('an unknown name', () => {
  @Command({ name: 'pine', summary: 'Is spelt nearly like ping.' })
  class Pine {
    async run(ctx: CommandContext): Promise<void> {
      await ctx.reply('a tree');
    }
  }

  @Command({ name: 'say', summary: 'Repeats.' })
  class Say {
    @Rest(text(), 'what') what!: string;

    async run(ctx: CommandContext): Promise<void> {
      await ctx.send(`said: ${this.what}`);
    }
  }

  const options = { commands: [Ping, Pine, Say], unknownCommands: 'suggest' } as const;

  test('P23 is answered with the one command that it may mean, which a reaction of the same person runs', async () => {
    await using it = await testBot(options);
    const { ada, bob } = it.people;
    const offer = await ada.asks('!saay  good morning');
    expect(offer.content).toContain('`!say`');
    const press = `/channels/${offer.channelId}/messages/${offer.id}/reactions/${encodeURIComponent('✅')}`;
    await bob.does('POST', press);
    await ada.does('POST', press);
    await ada.hears('said: good morning');
  });

  test('P23 is answered with all that are equally near, and none of them runs', async () => {
    await using it = await testBot(options);
    const { ada } = it.people;
    expect((await ada.asks('!pinx')).content).toMatch(/`!ping` or `!pine`/);
    await ada.says('yes');
    expect((await ada.asks('!ping')).content).toBe('pong');
  });
});

test('two bots in one process wait for their own people alone', async () => {
  await using one = await testBot({ commands });
  await using other = await testBot({ commands });
  await one.people.ada.asks('!age');
  await other.people.ada.asks('!name');
  // Their sandboxes are made alike, so that channels and people have the same ids.
  expect(one.people.ada.id).toBe(other.people.ada.id);
  await one.people.ada.says('1');
  await one.people.ada.hears('In a year: 2');
  await other.people.ada.says('Ada');
  await other.people.ada.hears('Last name?');
  await other.people.ada.says('Lovelace');
  await other.people.ada.hears('Hello Ada Lovelace');
});
