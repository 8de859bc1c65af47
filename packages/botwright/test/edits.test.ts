import type { Message } from '@botwright/protocol';
import { createSandbox } from '@botwright/sandbox';
import { Person, type TestBot, testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import { Arg, Command, type CommandContext, Flag, integer, Rest, text } from '../src/index.js';
import { botIn, ownDirectory } from './support/bots.js';

@Command({ name: 'double', summary: 'Counts.', reruns: true })
class Double {
  @Arg(integer(), 'what to double') what!: number;
  @Flag('say it twice') twice!: boolean;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(String(this.what * 2));
    if (this.twice) await ctx.send('again');
  }
}

let kicks = 0;

@Command({ name: 'kick', summary: 'Has an effect.' })
class Kick {
  @Rest(text(), 'whom') whom!: string;

  async run(ctx: CommandContext): Promise<void> {
    kicks += 1;
    await ctx.reply(`kicked ${this.whom}`);
  }
}

@Command({ name: 'slow', summary: 'Waits.', reruns: true })
class Slow {
  @Arg(integer(), 'which') which!: number;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(`${this.which}: go on?`);
    const answer = await ctx.nextMessage();
    await ctx.send(`${this.which} heard ${answer.content}`);
  }
}

const commands = [Double, Kick, Slow];

async function say(person: Person, content: string): Promise<Message> {
  await person.listens();
  return person.says(content);
}

const placeOf = ({ channelId, id }: Message) => `/channels/${channelId}/messages/${id}`;

async function messagesOf(person: Person, { channelId }: Message): Promise<(string | null)[]> {
  const { messages } = await person.does<{ messages: Message[] }>('GET', `/channels/${channelId}/messages`);
  return messages.map(({ content }) => content).reverse();
}

function change(person: Person, message: Message, content: string): Promise<unknown> {
  return person.does('PATCH', placeOf(message), { content });
}

/** Whatever was under way in the channel is done when a later command has been answered. */
async function settled(it: TestBot): Promise<void> {
  await it.people.bob.asks('!double 0');
}

describe('a message that is changed', () => {
  test('P25 runs again and changes its answers, and deletes those that it has no longer', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const answer = await ada.asks('!double 2 --twice');
    await ada.hears('again');
    const call = { ...answer, id: answer.replyTo ?? '' };
    await change(ada, call, '!double 5');
    await expect.poll(() => messagesOf(ada, call)).toEqual(expect.arrayContaining(['!double 5', '10']));
    await expect.poll(() => messagesOf(ada, call)).not.toContain('again');
  });

  test('P25 does nothing when it would do the same, and nothing twice that has an effect', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const doubled = await ada.asks('!double 2');
    await change(ada, { ...doubled, id: doubled.replyTo ?? '' }, '!double 2 ');
    kicks = 0;
    const kicked = await ada.asks('!kick bob');
    await change(ada, { ...kicked, id: kicked.replyTo ?? '' }, '!kick dee');
    await settled(it);
    expect(kicks).toBe(1);
    expect((await messagesOf(ada, kicked)).filter((content) => content === '4')).toHaveLength(1);
  });

  test('P25 may mend a slip, since nothing has run yet: an unknown name, or a refused argument', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const slip = await say(ada, '!kikc bob');
    await change(ada, slip, '!kick bob');
    await ada.hears('kicked bob');
    const refused = await ada.asks('!kick');
    await change(ada, { ...refused, id: refused.replyTo ?? '' }, '!kick dee');
    await expect.poll(() => messagesOf(ada, refused)).toContain('kicked dee');
    expect(await messagesOf(ada, refused)).not.toContain(refused.content);
  });

  test('P25 gives up its run that is still under way', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const asked = await ada.asks('!slow 1');
    await change(ada, { ...asked, id: asked.replyTo ?? '' }, '!slow 2');
    await expect.poll(() => messagesOf(ada, asked)).toContain('2: go on?');
    await ada.says('yes');
    await ada.hears('2 heard yes');
    expect(await messagesOf(ada, asked)).not.toContain('1 heard yes');
  });

  test('P25 runs no more when the window of a minute is over', async () => {
    await using it = await testBot({ commands, clock: 'virtual', edits: { windowMs: 60_000 } });
    const { ada } = it.people;
    const doubled = await ada.asks('!double 2');
    await it.clock.advance(60_001);
    await change(ada, { ...doubled, id: doubled.replyTo ?? '' }, '!double 3');
    await settled(it);
    expect(await messagesOf(ada, doubled)).toContain('4');
  });
});

describe('a message that is deleted', () => {
  test('P26 takes its answers along', async () => {
    await using it = await testBot({ commands });
    const { ada } = it.people;
    const doubled = await ada.asks('!double 2');
    await ada.does('DELETE', `/channels/${doubled.channelId}/messages/${doubled.replyTo}`);
    await expect.poll(() => messagesOf(ada, doubled)).not.toContain('4');
  });

  test('P26 leaves them when the bot says so', async () => {
    await using it = await testBot({ commands, edits: { onDelete: 'keep' } });
    const { ada } = it.people;
    const doubled = await ada.asks('!double 2');
    await ada.does('DELETE', `/channels/${doubled.channelId}/messages/${doubled.replyTo}`);
    await settled(it);
    expect(await messagesOf(ada, doubled)).toContain('4');
  });
});

test('P27 which answers belong to a message is known after a restart', async () => {
  await using directory = await ownDirectory();
  await using sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const ada = new Person(sandbox, 'ada', sandbox.description.people.ada);
  const options = { commands, store: { url: directory.url('bot.sqlite') } };
  await using first = await botIn(sandbox, options);
  const doubled = await ada.asks('!double 2');
  await first.stop();
  await using second = await botIn(sandbox, options);
  await change(ada, { ...doubled, id: doubled.replyTo ?? '' }, '!double 4');
  await expect.poll(() => messagesOf(ada, doubled)).toContain('8');
  expect(await messagesOf(ada, doubled)).not.toContain('4');
  await second.stop();
  await ada.leaves();
});
