import type { DirectMessage, Message } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, control, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

type Name = keyof Sandbox['description']['people'];

async function open({ description }: Sandbox, caller: Caller, ...names: Name[]): Promise<DirectMessage> {
  const users = names.map((name) => ({ id: description.people[name].id }));
  const reply = await caller.call('createDirectMessage', { body: { users } });
  expect(reply.status).toBe(200);
  return reply.body['DM'] as DirectMessage;
}

async function say(caller: Caller, channelId: string, content: string): Promise<Message> {
  const reply = await caller.call('createChannelMessage', { params: { channelId }, body: { content } });
  expect(reply.status).toBe(200);
  return reply.body['message'] as Message;
}

describe('opening a conversation', () => {
  test('names its users, the caller first, and its channel', async () => {
    await using sandbox = await openSandbox();
    const { bot, people } = sandbox.description;
    const conversation = await open(sandbox, callersOf(sandbox).bot, 'cy', 'dee');
    expect(conversation).toMatchObject({ users: [bot.id, people.cy.id, people.dee.id], lastMessage: null });
    expect(conversation.channelId).not.toBe(conversation.id);
  });

  test('with the same users gives the same one, whoever asks and in whatever order', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    const first = await open(sandbox, bot, 'cy', 'dee');
    expect(await open(sandbox, bot, 'dee', 'cy', 'cy')).toEqual(first);
    const users = [sandbox.description.people.dee.id, sandbox.description.bot.id];
    expect((await cy.call('createDirectMessage', { body: { users } })).body['DM']).toEqual(first);
    expect((await open(sandbox, bot, 'cy')).id).not.toBe(first.id);
  });

  test.each([
    ['nobody', () => [], 400, 'BAD_INPUT'],
    ['the caller alone', ({ description }: Sandbox) => [{ id: description.bot.id }], 400, 'BAD_INPUT'],
    ['who is not there', () => [{ id: 'f00d' }], 404, 'UNKNOWN_USER'],
  ])('with %s is refused', async (_who, users, status, code) => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const reply = await bot.call('createDirectMessage', { body: { users: users(sandbox) } });
    expect(reply).toMatchObject({ status, body: { code } });
    expect((await bot.call('listDirectMessages')).body['DMs']).toEqual([]);
  });
});

describe('a private message', () => {
  test('is heard by those in the conversation and by nobody else, the owner included', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const { channelId } = await open(sandbox, bot, 'cy');
    await using heardByCy = await connect(sandbox, 'cy');
    await using heardByBot = await connect(sandbox, 'bot');
    await using heardByAda = await connect(sandbox, 'ada');
    const message = await say(bot, channelId, 'between us');
    const event = { message, channelId, channelType: 'text', teamId: null };
    expect(await heardByCy.next('MESSAGE_SEND')).toEqual(event);
    expect(await heardByBot.next('MESSAGE_SEND')).toEqual(event);
    await heardByAda.settled();
    expect(heardByAda.kinds()).not.toContain('MESSAGE_SEND');
  });

  test('can be answered, and mentions those in the conversation alone', async () => {
    await using sandbox = await openSandbox();
    const { people } = sandbox.description;
    const { bot, cy } = callersOf(sandbox);
    const { channelId } = await open(sandbox, bot, 'cy');
    const { id } = await say(bot, channelId, 'hello');
    const answer = await cy.call('createChannelMessage', {
      params: { channelId },
      body: { content: `<@${people.cy.id}> <@${people.dee.id}>`, replyTo: id },
    });
    expect(answer.body['message']).toMatchObject({ replyTo: id, mentions: { users: [people.cy.id] } });
    const { body } = await bot.call('getChannelMessages', { params: { channelId } });
    expect(body).toMatchObject({ messages: [{ replyTo: id }, { id }], replyMessages: [{ id }] });
  });

  test('is changed, reacted to and deleted as any other, by its author where that counts', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    const { channelId } = await open(sandbox, bot, 'cy');
    const { id: messageId } = await say(bot, channelId, 'hello');
    await using heard = await connect(sandbox, 'cy');
    const params = { channelId, messageId, emojiId: '👍' };
    for (const forbidden of ['updateChannelMessage', 'deleteChannelMessage'] as const) {
      const reply = await cy.call(forbidden, {
        params,
        ...(forbidden === 'updateChannelMessage' && { body: { content: 'no' } }),
      });
      expect(reply).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    }
    expect(await cy.call('reactToMessage', { params })).toMatchObject({ status: 200 });
    expect(await bot.call('updateChannelMessage', { params, body: { content: 'bye' } })).toMatchObject({ status: 200 });
    expect(await cy.call('getChannelMessageById', { params })).toMatchObject({
      body: { message: { content: 'bye', reactions: [{ emojiId: '👍', count: 1 }] } },
    });
    expect(await bot.call('deleteChannelMessage', { params })).toMatchObject({ status: 200 });
    expect(await heard.next('MESSAGE_REACTION_ADDED')).toMatchObject({ messageId, teamId: null });
    expect(await heard.next('MESSAGE_UPDATED')).toMatchObject({ channelId, teamId: null });
    expect(await heard.next('MESSAGE_DELETED')).toEqual({ messageId, channelId, teamId: null });
  });

  test.each(['getChannelMessages', 'createChannelMessage'] as const)(
    'is out of reach of others: %s says that there is no such channel',
    async (id) => {
      await using sandbox = await openSandbox();
      const { ada, bot } = callersOf(sandbox);
      const { channelId } = await open(sandbox, bot, 'cy');
      await say(bot, channelId, 'between us');
      const reply = await ada.call(id, {
        params: { channelId },
        ...(id === 'createChannelMessage' && { body: { content: 'me too' } }),
      });
      expect(reply).toMatchObject({ status: 404, body: { code: 'UNKNOWN_CHANNEL' } });
    },
  );
});

test('conversations are listed for those in them, with the last message', async () => {
  await using sandbox = await openSandbox();
  const { bot, cy, dee } = callersOf(sandbox);
  const { id, channelId } = await open(sandbox, bot, 'cy');
  await say(bot, channelId, 'hello');
  await say(cy, channelId, 'hi');
  const list = async (caller: Caller) => (await caller.call('listDirectMessages')).body['DMs'];
  expect(await list(bot)).toMatchObject([{ id, lastMessage: { content: 'hi' } }]);
  expect(await list(cy)).toMatchObject([{ id }]);
  expect(await list(dee)).toEqual([]);
  const world = await control(sandbox, 'GET', '/world');
  expect(world.body['directMessages']).toMatchObject([{ id, messages: [{ content: 'hello' }, { content: 'hi' }] }]);
});
