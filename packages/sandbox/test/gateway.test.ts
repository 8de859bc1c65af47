import { authorization, closeCodes } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callersOf, control, openSandbox } from './support/callers.js';
import { connect, dial } from './support/stream.js';

describe('a connection', () => {
  test('begins with READY: the caller, its teams and the heartbeat interval', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    const { bot, team } = sandbox.description;
    expect(stream.kinds()).toEqual(['READY']);
    expect(stream.frames[0]?.d).toMatchObject({
      user: { id: bot.id, username: bot.username, bot: true, verified: true, presence: 1 },
      teams: [{ id: team.id, name: team.name }],
      heartbeatIntervalMs: 30_000,
    });
  });

  test.each([{}, null, undefined])('acknowledges a heartbeat with payload %o', async (d) => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    stream.send({ t: 'HEARTBEAT', d });
    expect(await stream.next('HEARTBEAT_ACK')).toEqual({});
  });

  test('is closed with 4001 when no heartbeat comes', async () => {
    await using sandbox = await openSandbox({ heartbeatIntervalMs: 20 });
    await using stream = await connect(sandbox, 'bot');
    expect(await stream.closed).toEqual({ code: 4001, reason: closeCodes[4001].name });
  });

  test('lives as long as heartbeats come', async () => {
    const idleTimeoutMs = 300;
    await using sandbox = await openSandbox({ idleTimeoutMs });
    await using stream = await connect(sandbox, 'bot');
    const opened = performance.now();
    while (performance.now() - opened < 2 * idleTimeoutMs) await stream.settled();
    expect(stream.socket.readyState).toBe(WebSocket.OPEN);
    expect(await stream.closed).toMatchObject({ code: 4001 });
  });

  test.each([
    ['text that is no JSON', 'hello'],
    ['JSON that is no object', '[]'],
    ['no name', { d: {} }],
    ['a number for a name', { t: 1, d: {} }],
    ['an unknown name', { t: 'DANCE', d: {} }],
    ['the name of an inherited member', { t: 'constructor', d: {} }],
    ['an event that only the service sends', { t: 'MESSAGE_SEND', d: {} }],
    ['an impossible presence', { t: 'PRESENCE_UPDATE', d: { presence: 9 } }],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe])],
  ])('is closed with 4002 for %s', async (_what, frame) => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    stream.send(frame);
    expect(await stream.closed).toEqual({ code: 4002, reason: closeCodes[4002].name });
  });

  test('is closed with 1009 for a frame of more than 1 MiB', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    stream.send(' '.repeat(1024 * 1024 + 1));
    expect(await stream.closed).toMatchObject({ code: 1009 });
  });

  test('under another version is accepted and closed with 4003', async () => {
    await using sandbox = await openSandbox();
    const { url, bot } = sandbox.description;
    await using stream = dial(`${url.replace('http', 'ws')}/api/v2/ws`, {
      headers: { authorization: authorization(bot.token) },
    });
    expect(await stream.closed).toMatchObject({ code: 4003 });
  });
});

describe('who connects', () => {
  test.each([
    ['no token', {}],
    ['a token of nobody', { headers: { authorization: 'Bot tly_nobody' } }],
    ['a header in disorder', { headers: { authorization: 'nonsense' } }],
  ])('is accepted and closed with 4000 with %s, also where the address holds one', async (_what, options) => {
    await using sandbox = await openSandbox();
    await using stream = dial(`${sandbox.description.gatewayUrl}?token=${sandbox.description.bot.token}`, options);
    expect(await stream.closed).toEqual({ code: 4000, reason: closeCodes[4000].name });
    expect(stream.frames).toEqual([]);
  });

  test('may be a page, which offers its token as a subprotocol', async () => {
    await using sandbox = await openSandbox();
    const { gatewayUrl, people } = sandbox.description;
    await using stream = dial(gatewayUrl, {}, ['botwright.user', people.cy.token]);
    expect(await stream.next('READY')).toMatchObject({ user: { id: people.cy.id } });
    expect(stream.socket.protocol).toBe('botwright.user');
  });

  test.each([
    ['a wrong token', (_bot: string) => ['botwright.user', 'usr_nobody']],
    ["a bot's token", (bot: string) => ['botwright.user', bot]],
    ['no token', () => ['botwright.user']],
  ])('is closed with 4000 where a page offers %s', async (_what, protocols) => {
    await using sandbox = await openSandbox();
    await using stream = dial(sandbox.description.gatewayUrl, {}, protocols(sandbox.description.bot.token));
    expect(await stream.closed).toMatchObject({ code: 4000 });
  });
});

describe('presence', () => {
  test('is 1 with the first connection and 0 after the last, told to the others', async () => {
    await using sandbox = await openSandbox();
    const { bot, people } = sandbox.description;
    await using watching = await connect(sandbox, 'bot');
    const first = await connect(sandbox, 'cy');
    expect(await watching.next('PRESENCE_UPDATE')).toEqual({ userId: people.cy.id, presence: 1 });
    const second = await connect(sandbox, 'cy');
    await first[Symbol.asyncDispose]();
    await watching.settled();
    await second[Symbol.asyncDispose]();
    await watching.next('PRESENCE_UPDATE', ({ presence }) => presence === 0);
    const seen = watching.frames.filter(({ t }) => t === 'PRESENCE_UPDATE').map(({ d }) => d);
    expect(seen).toEqual([
      { userId: people.cy.id, presence: 1 },
      { userId: people.cy.id, presence: 0 },
    ]);
    expect(first.kinds()).toEqual(['READY']);
    const reply = await callersOf(sandbox).bot.call('getUserById', { params: { userId: people.cy.id } });
    expect(reply.body['user']).toMatchObject({ presence: 0 });
    expect(bot.id).not.toBe(people.cy.id);
  });

  test('changes by a frame, is stored, and told to everybody with the sender', async () => {
    await using sandbox = await openSandbox();
    const { bot } = sandbox.description;
    await using stream = await connect(sandbox, 'bot');
    await using watching = await connect(sandbox, 'cy');
    stream.send({ t: 'PRESENCE_UPDATE', d: { presence: 3 } });
    const idsAndPresence = { userId: bot.id, presence: 3 };
    expect(await stream.next('PRESENCE_UPDATE', ({ userId }) => userId === bot.id)).toEqual(idsAndPresence);
    expect(await watching.next('PRESENCE_UPDATE', ({ userId }) => userId === bot.id)).toEqual(idsAndPresence);
    const reply = await callersOf(sandbox).cy.call('getUserById', { params: { userId: bot.id } });
    expect(reply.body['user']).toMatchObject({ presence: 3 });
  });
});

describe('typing', () => {
  test('is told to who sees the channel', async () => {
    await using sandbox = await openSandbox();
    const { team, channels, people } = sandbox.description;
    await using typist = await connect(sandbox, 'cy');
    await using watching = await connect(sandbox, 'bot');
    typist.send({ t: 'CHANNEL_TYPING', d: { channelId: channels.general, teamId: team.id } });
    const told = { channelId: channels.general, teamId: team.id, userId: people.cy.id };
    expect(await watching.next('CHANNEL_TYPING')).toMatchObject({ ...told, user: { id: people.cy.id } });
    expect(await typist.next('CHANNEL_TYPING')).toMatchObject(told);
  });

  test('in a private conversation is told to those who are in it, and to nobody else', async () => {
    await using sandbox = await openSandbox();
    const { bot, people } = sandbox.description;
    const { body } = await callersOf(sandbox).cy.call('createDirectMessage', { body: { users: [{ id: bot.id }] } });
    const { channelId } = body['DM'] as { channelId: string };
    await using typist = await connect(sandbox, 'cy');
    await using watching = await connect(sandbox, 'bot');
    await using other = await connect(sandbox, 'ada');
    typist.send({ t: 'CHANNEL_TYPING', d: { channelId, teamId: null } });
    const told = { channelId, teamId: null, userId: people.cy.id };
    expect(await watching.next('CHANNEL_TYPING')).toMatchObject(told);
    other.send({ t: 'CHANNEL_TYPING', d: { channelId } });
    await other.settled();
    await watching.settled();
    expect(other.kinds()).not.toContain('CHANNEL_TYPING');
    expect(watching.kinds().filter((kind) => kind === 'CHANNEL_TYPING')).toHaveLength(1);
  });

  test('in a channel that is not there reaches nobody and costs nothing', async () => {
    await using sandbox = await openSandbox();
    await using typist = await connect(sandbox, 'cy');
    typist.send({ t: 'CHANNEL_TYPING', d: { channelId: 'nowhere', teamId: sandbox.description.team.id } });
    await typist.settled();
    expect(typist.kinds()).toEqual(['READY', 'HEARTBEAT_ACK']);
  });
});

test('every connection gets the same events in the same order', async () => {
  await using sandbox = await openSandbox();
  const { bot, cy, dee } = callersOf(sandbox);
  const params = { channelId: sandbox.description.channels.general };
  await using one = await connect(sandbox, 'ada');
  await using other = await connect(sandbox, 'ada');
  const speak = (caller: typeof bot, word: string) =>
    Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        caller.call('createChannelMessage', { params, body: { content: `${word} ${index}` } }),
      ),
    );
  await Promise.all([speak(bot, 'bot'), speak(cy, 'cy'), speak(dee, 'dee')]);
  await Promise.all([one.settled(), other.settled()]);
  const heard = ({ frames }: typeof one) => frames.filter(({ t }) => t === 'MESSAGE_SEND').map(({ d }) => d);
  expect(heard(one)).toHaveLength(90);
  expect(heard(other)).toEqual(heard(one));
});

test('a newcomer is told with both names that clients look for', async () => {
  await using sandbox = await openSandbox();
  await using stream = await connect(sandbox, 'bot');
  const { body } = await control(sandbox, 'POST', '/people', { username: 'eve', roles: ['moderator'] });
  const event = await stream.next('USER_JOINED_TEAM');
  expect(event).toMatchObject({
    user: { id: body['id'], username: 'eve' },
    member: { id: body['id'], roles: [expect.any(String)] },
    teamId: sandbox.description.team.id,
  });
});
