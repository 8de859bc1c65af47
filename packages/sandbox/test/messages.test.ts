import { limits } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, ledger, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

interface StoredMessage {
  readonly id: string;
  readonly content: string;
  readonly editedAt: string | null;
  readonly createdBy: { readonly id: string };
  readonly mentions: { readonly users: readonly string[] };
}

function inGeneral({ description }: Sandbox, messageId = '') {
  return { params: { channelId: description.channels.general, messageId } };
}

async function say(sandbox: Sandbox, caller: Caller, body: object): Promise<StoredMessage> {
  const reply = await caller.call('createChannelMessage', { ...inGeneral(sandbox), body });
  expect(reply.status).toBe(200);
  return reply.body['message'] as StoredMessage;
}

async function list(sandbox: Sandbox, caller: Caller, query: Record<string, string> = {}) {
  const reply = await caller.call('getChannelMessages', { ...inGeneral(sandbox), query });
  return reply.body as unknown as { messages: StoredMessage[]; replyMessages: StoredMessage[] };
}

describe('creating a message', () => {
  test('stores it and tells every member of the team, the author too', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    await using heardByBot = await connect(sandbox, 'bot');
    await using heardByCy = await connect(sandbox, 'cy');

    const message = await say(sandbox, bot, { content: 'good morning', nonce: 'n-1' });

    expect(message).toMatchObject({ type: 'text', content: 'good morning', nonce: 'n-1', editedAt: null });
    expect(message.createdBy.id).toBe(sandbox.description.bot.id);
    const event = {
      message: { id: message.id },
      channelId: sandbox.description.channels.general,
      channelType: 'text',
      teamId: sandbox.description.team.id,
    };
    expect(await heardByBot.next('MESSAGE_SEND')).toMatchObject(event);
    expect(await heardByCy.next('MESSAGE_SEND')).toMatchObject(event);
    expect((await list(sandbox, cy)).messages.map(({ id }) => id)).toEqual([message.id]);
  });

  test('sends the event before the answer', async () => {
    await using sandbox = await openSandbox();
    await using heard = await connect(sandbox, 'cy');
    await say(sandbox, callersOf(sandbox).bot, { content: 'first things first' });
    await heard.next('MESSAGE_SEND');
    const steps = (await ledger(sandbox)).map(({ kind, event, operation }) => `${kind} ${event ?? operation ?? ''}`);
    expect(steps.slice(-3)).toEqual([
      'request createChannelMessage',
      'frame-out MESSAGE_SEND',
      'answer createChannelMessage',
    ]);
  });

  test('lists as mentioned whom the content or the body names, members only and each once', async () => {
    await using sandbox = await openSandbox();
    const { ada, bob } = sandbox.description.people;
    const message = await say(sandbox, callersOf(sandbox).cy, {
      content: `<@${ada.id}> <@${ada.id}> <@nobody>`,
      mentions: { users: [bob.id, ada.id, 'stranger'] },
    });
    expect(message.mentions.users).toEqual([ada.id, bob.id]);
  });

  test('answers only a message of the same channel', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const question = await say(sandbox, cy, { content: 'who is there?' });
    expect(await say(sandbox, cy, { content: 'me', replyTo: question.id })).toMatchObject({ replyTo: question.id });

    const elsewhere = await cy.call('createChannelMessage', {
      params: { channelId: sandbox.description.channels.random },
      body: { content: 'me', replyTo: question.id },
    });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'UNKNOWN_MESSAGE' } });
  });

  const tooMany = (entry: object, limit: number) => Array.from({ length: limit + 1 }, () => entry);
  test.each([
    ['no content', {}, /^content is empty/],
    ['content of another type', { content: 5 }, /^content must be a string$/],
    [
      'too long content',
      { content: 'x'.repeat(limits.messageContentLength.value + 1) },
      /^content must be at most 2000/,
    ],
    ['too many embeds', { embeds: tooMany({}, limits.messageEmbeds.value) }, /^embeds must be at most 5 entries/],
    ['an impossible colour', { embeds: [{ color: -1 }] }, /^embeds\[\]\.color measures -1; 0 to 16777215 is allowed$/],
    ['an attachment that is no URL', { attachments: [{ url: 'cat' }] }, /^attachments\.0\.url must be a url$/],
    ['a list in place of an object', [], /^the body must be an object$/],
    ['null in place of an object', null, /^the body must be an object$/],
  ])('refuses %s, names the member, and stores nothing', async (_what, body, message) => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const reply = await cy.call('createChannelMessage', { ...inGeneral(sandbox), body });
    expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'BAD_INPUT' } });
    expect(reply.body.message).toMatch(message);
    expect((await list(sandbox, cy)).messages).toEqual([]);
  });

  test('takes content of the full length', async () => {
    await using sandbox = await openSandbox();
    const content = 'x'.repeat(limits.messageContentLength.value);
    expect(await say(sandbox, callersOf(sandbox).cy, { content })).toMatchObject({ content });
  });

  test('is for text channels alone', async () => {
    await using sandbox = await openSandbox();
    const { channels } = sandbox.description;
    const reply = await callersOf(sandbox).ada.call('createChannelMessage', {
      params: { channelId: channels.lounge },
      body: { content: 'hello?' },
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('#lounge is of type voice') },
    });
  });
});

describe('listing messages', () => {
  test('gives the newest first, a page at a time', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    for (const content of ['1', '2', '3', '4']) await say(sandbox, cy, { content });
    const contents = async (query: Record<string, string>) =>
      (await list(sandbox, cy, query)).messages.map(({ content }) => content);
    expect(await contents({ limit: '2' })).toEqual(['4', '3']);
    expect(await contents({ limit: '2', offset: '3' })).toEqual(['1']);
  });

  test('gives fifteen where no limit is named', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    for (let count = 0; count < 16; count += 1) await say(sandbox, cy, { content: `${count}` });
    expect((await list(sandbox, cy)).messages).toHaveLength(limits.messagesPerPageDefault.value);
  });

  test('adds the messages that are answered, as far as they are still there', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const kept = await say(sandbox, cy, { content: 'kept' });
    const gone = await say(sandbox, cy, { content: 'gone' });
    await say(sandbox, cy, { content: 'a', replyTo: kept.id });
    await say(sandbox, cy, { content: 'b', replyTo: gone.id });
    await cy.call('deleteChannelMessage', inGeneral(sandbox, gone.id));
    const { replyMessages } = await list(sandbox, cy);
    expect(replyMessages.map(({ content }) => content)).toEqual(['kept']);
  });

  test.each([{ limit: '51' }, { limit: '0' }, { limit: 'all' }, { offset: '-1' }])('refuses %o', async (query) => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).cy.call('getChannelMessages', { ...inGeneral(sandbox), query });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^(limit|offset) must be/) } });
  });
});

test('a message can be read by its id', async () => {
  await using sandbox = await openSandbox();
  const { cy, dee } = callersOf(sandbox);
  const { id } = await say(sandbox, cy, { content: 'here' });
  const reply = await dee.call('getChannelMessageById', inGeneral(sandbox, id));
  expect(reply.body['message']).toMatchObject({ id, content: 'here' });
});

describe('changing a message', () => {
  test('stores the change, says when, and tells the team', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'bot');
    const { id } = await say(sandbox, cy, { content: 'helo', embeds: [{ title: 'kept' }] });
    const reply = await cy.call('updateChannelMessage', { ...inGeneral(sandbox, id), body: { content: 'hello' } });
    expect(reply.body['message']).toMatchObject({ id, content: 'hello', embeds: [{ title: 'kept' }] });
    expect(await heard.next('MESSAGE_UPDATED')).toMatchObject({
      message: { id, content: 'hello', editedAt: expect.any(String) },
      channelType: 'text',
    });
    expect((await list(sandbox, cy)).messages).toMatchObject([{ content: 'hello', editedAt: expect.any(String) }]);
  });

  test('is for its author, whatever rights others have', async () => {
    await using sandbox = await openSandbox();
    const { cy, ada } = callersOf(sandbox);
    const { id } = await say(sandbox, cy, { content: 'mine' });
    const reply = await ada.call('updateChannelMessage', { ...inGeneral(sandbox, id), body: { content: 'yours' } });
    expect(reply).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    expect(reply.body.message).toContain('the author');
    expect((await list(sandbox, cy)).messages).toMatchObject([{ content: 'mine', editedAt: null }]);
  });

  test('cannot leave a message empty', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const { id } = await say(sandbox, cy, { content: 'something' });
    const reply = await cy.call('updateChannelMessage', { ...inGeneral(sandbox, id), body: { content: '' } });
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect((await list(sandbox, cy)).messages).toMatchObject([{ content: 'something' }]);
  });
});

describe('deleting a message', () => {
  test.each(['cy', 'bob', 'bot', 'ada'] as const)('is open to its author and to who may delete: %s', async (who) => {
    await using sandbox = await openSandbox();
    const callers = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    const { id } = await say(sandbox, callers.cy, { content: 'oops' });
    expect(await callers[who].call('deleteChannelMessage', inGeneral(sandbox, id))).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await heard.next('MESSAGE_DELETED')).toEqual({
      messageId: id,
      channelId: sandbox.description.channels.general,
      teamId: sandbox.description.team.id,
    });
    expect((await list(sandbox, callers.cy)).messages).toEqual([]);
  });

  test('names the permissions of which one is missing', async () => {
    await using sandbox = await openSandbox();
    const { cy, dee } = callersOf(sandbox);
    const { id } = await say(sandbox, cy, { content: 'stays' });
    const reply = await dee.call('deleteChannelMessage', inGeneral(sandbox, id));
    expect(reply).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    expect(reply.body.message).toMatch(/MANAGE_MESSAGES or DELETE_MESSAGES/);
    expect((await list(sandbox, cy)).messages).toHaveLength(1);
  });

  test('happens once', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const { id } = await say(sandbox, cy, { content: 'once' });
    await cy.call('deleteChannelMessage', inGeneral(sandbox, id));
    expect(await cy.call('deleteChannelMessage', inGeneral(sandbox, id))).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_MESSAGE' },
    });
  });
});
