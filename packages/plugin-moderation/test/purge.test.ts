import { type TestBot, testBot } from '@botwright/testing';
import { Command, type CommandContext, type Message } from 'botwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moderation } from '../src/index.js';
import { PurgeRun } from '../src/purge-run.js';
import { answerTo, messagesIn } from './support/service.js';

/** Keeps the commands behind it in the channel waiting. */
let hold: Promise<void>;

@Command({ name: 'hold', summary: 'Wait for the test.' })
class Hold {
  run(): Promise<void> {
    return hold;
  }
}

/** Deletes three messages of which one is gone already, and one is in no text channel. */
@Command({ name: 'purge-troubled', summary: 'Run a purge that cannot go well.' })
class PurgeTroubled {
  async run(ctx: CommandContext): Promise<void> {
    const made: Message[] = [];
    for (const content of ['one', 'two', 'three']) made.push(await ctx.send(content));
    const [gone, stays, lost] = made as [Message, Message, Message];
    await ctx.api.messages.delete(ctx.channelId, gone.id);
    await new PurgeRun(ctx, [gone, stays, { ...lost, channelId: it.sandbox.description.channels['to-do'] }]).run();
  }
}

let it: TestBot;

beforeEach(async () => {
  it = await testBot({ plugins: [moderation()], commands: [Hold, PurgeTroubled] });
});

afterEach(() => it[Symbol.asyncDispose]());

async function saysAll(person: keyof TestBot['people'], ...contents: readonly string[]): Promise<Message[]> {
  const said: Message[] = [];
  for (const content of contents) said.push(await it.people[person].says(content));
  return said;
}

async function contents(): Promise<(string | null)[]> {
  return (await messagesIn(it)).map(({ content }) => content).reverse();
}

/** Calls a purge and waits for its end: the commands of a channel run one after the other. */
async function purge(call: string): Promise<string | null | undefined> {
  const report = await it.people.bob.asks(call);
  const mark = await it.people.bob.asks('!bans');
  const said = await messagesIn(it);
  const final = said.find(({ id }) => id === report.id)?.content;
  const markers = new Set([mark.id, mark.replyTo]);
  for (const { id } of said.filter(({ id }) => markers.has(id))) {
    await it.people.ada.does('DELETE', `/channels/${it.sandbox.description.channels.general}/messages/${id}`);
  }
  return final;
}

describe('purge', () => {
  test('deletes so many of the newest messages, and neither the call nor older ones', async () => {
    await saysAll('cy', 'one', 'two', 'three');
    const report = await purge('!purge 2');
    expect(report).toBe('2 messages deleted.');
    expect(await contents()).toEqual(['one', '!purge 2', report]);
  });

  test('never deletes what was said after the call', async () => {
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    await saysAll('cy', 'before');
    await it.people.bob.says('!hold');
    const report = it.people.bob.asks('!purge 10');
    await it.people.cy.listens();
    await it.people.bob.hears('!purge 10');
    await saysAll('cy', 'after');
    gate.resolve();
    await report;
    await it.people.bob.asks('!bans');
    const left = await contents();
    expect(left).toEqual(expect.arrayContaining(['!purge 10', 'after']));
    expect(left).not.toEqual(expect.arrayContaining(['before']));
  });

  test('takes only what one person wrote, has a text in it, or comes from a bot', async () => {
    await saysAll('cy', 'FREE nitro', 'hello');
    await saysAll('dee', 'free nitro too', 'Good day');
    await answerTo(it, 'dee', '!bans');
    expect(await purge('!purge 10 --bots')).toBe('1 message deleted.');
    expect(await purge('!purge 10 --user @dee --contains "free NITRO"')).toBe('1 message deleted.');
    expect(await contents()).toEqual(expect.arrayContaining(['FREE nitro', 'hello', 'Good day', '!bans']));
    expect(await contents()).not.toEqual(expect.arrayContaining(['free nitro too']));
  });

  test('takes only what is older than a message, if one is named', async () => {
    const [, two] = await saysAll('cy', 'one', 'two', 'three');
    expect(await purge(`!purge 10 --before ${two?.id}`)).toBe('1 message deleted.');
    expect(await contents()).toEqual(expect.arrayContaining(['two', 'three']));
  });

  test('says so when the message to begin before is not there', async () => {
    expect(await answerTo(it, 'bob', '!purge 10 --before 0000000000000000')).toMatch(/there is no such message/);
  });

  test('only says what it would do with --dry', async () => {
    await saysAll('cy', 'one', 'two');
    await saysAll('dee', 'three');
    expect(await purge('!purge 10 --dry')).toBe('This would delete 3 messages:\n- cy: 2\n- dee: 1');
    expect(await contents()).toEqual(expect.arrayContaining(['one', 'two', 'three']));
  });

  test('says so when there is nothing to delete', async () => {
    expect(await purge('!purge 10')).toBe('There is no such message to delete.');
  });

  test('looks through 500 messages and no further', async () => {
    await saysAll('cy', 'lost', 'last');
    for (let count = 0; count < 498; count++) await it.people.cy.says('.');
    // With the call itself, `last` is the 500th from the newest and `lost` one too far.
    expect(await purge('!purge 5 --contains l --dry')).toBe('This would delete 1 message:\n- cy: 1');
  });

  test('goes on after messages that are gone or cannot be deleted, and counts them apart', async () => {
    expect(await purge('!purge-troubled')).toBe(
      '1 message deleted. 1 message skipped: somebody else was faster. 1 message could not be deleted; the log says why.',
    );
    expect(await contents()).not.toEqual(expect.arrayContaining(['two']));
  });

  test('shows in one message how far it is', async () => {
    const edits: (string | null)[] = [];
    it.bot.client.events.on('MESSAGE_UPDATED', ({ message }) => void edits.push(message.content));
    await saysAll('cy', ...Array.from({ length: 21 }, (_, index) => `message ${index}`));
    await purge('!purge 100');
    expect(edits).toEqual([
      'Deleting 21 messages … 10 done.',
      'Deleting 21 messages … 20 done.',
      '21 messages deleted.',
    ]);
  });

  test.each(['0', '101'])('refuses %s as a number of messages', async (count) => {
    expect(await answerTo(it, 'bob', `!purge ${count}`)).toMatch(/from 1 to 100/);
  });

  test('is not for members without the permission, and names it', async () => {
    expect(await answerTo(it, 'cy', '!purge 10')).toMatch(/delete messages/);
  });
});
