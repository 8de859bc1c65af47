import { describe, expect, test } from 'vitest';
import { Caller, callersOf, control, ledger, openSandbox } from './support/callers.js';
import { heldBytes } from './support/heap.js';
import { connect, dial } from './support/stream.js';

const calls = [
  ['GET', '/world'],
  ['POST', '/reset'],
  ['POST', '/people'],
  ['GET', '/ledger'],
] as const;

describe('the control calls', () => {
  test.each(calls)('%s %s is refused without the control token', async (method, path) => {
    await using sandbox = await openSandbox();
    const { bot, url } = sandbox.description;
    const caller = new Caller(url, undefined);
    for (const token of ['', 'wrong', bot.token]) {
      const reply = await caller.send(method, `/_sandbox${path}`, { headers: { 'x-sandbox-token': token } });
      expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    }
    const { controlToken } = sandbox.description;
    const inQuery = await caller.send(method, `/_sandbox${path}?token=${controlToken}`);
    expect(inQuery.status).toBe(401);
  });

  test('take JSON only', async () => {
    await using sandbox = await openSandbox();
    const { url, controlToken } = sandbox.description;
    const reply = await new Caller(url, undefined).send('POST', '/_sandbox/people', {
      body: 'username=eve',
      headers: { 'x-sandbox-token': controlToken, 'content-type': 'text/plain' },
    });
    expect(reply).toMatchObject({ status: 415 });
  });
});

test('the world is shown whole and without any token', async () => {
  await using sandbox = await openSandbox();
  const { description } = sandbox;
  const { general } = description.channels;
  await callersOf(sandbox).cy.call('createChannelMessage', {
    params: { channelId: general },
    body: { content: 'seen' },
  });
  const { body } = await control(sandbox, 'GET', '/world');
  expect(body).toMatchObject({
    seed: expect.any(String),
    users: [{ username: 'ada' }, { username: 'bob' }, { username: 'cy' }, { username: 'dee' }, { bot: true }],
    teams: [
      {
        id: description.team.id,
        members: [{ username: 'ada' }, { username: 'bob' }, { username: 'cy' }, { username: 'dee' }, { bot: true }],
        roles: [{ name: 'everyone' }, { name: 'moderator' }, { name: 'bot' }],
        messages: { [general]: [{ content: 'seen' }] },
      },
    ],
  });
  const text = JSON.stringify(body);
  for (const { token } of [description.bot, ...Object.values(description.people)]) expect(text).not.toContain(token);
});

describe('a reset', () => {
  test('makes a fresh world with the same ids and sends everybody to connect again', async () => {
    await using sandbox = await openSandbox();
    const before = sandbox.description;
    const params = { channelId: before.channels.general };
    await using stream = await connect(sandbox, 'bot');
    await callersOf(sandbox).bot.call('createChannelMessage', { params, body: { content: 'forgotten' } });
    await callersOf(sandbox).bot.call('kickMember', {
      params: { teamId: before.team.id, userId: before.people.cy.id },
    });

    expect(await control(sandbox, 'POST', '/reset', {})).toMatchObject({ status: 200 });

    expect(await stream.closed).toMatchObject({ code: 1012 });
    expect(sandbox.description).toEqual(before);
    await using again = await connect(sandbox, 'bot');
    expect(again.frames[0]?.d).toMatchObject({ teams: [{ memberCount: 5 }] });
    const { body } = await callersOf(sandbox).cy.call('getChannelMessages', { params });
    expect(body['messages']).toEqual([]);
  });

  test('to another seed makes other ids and tokens, and the old tokens are worth nothing', async () => {
    await using sandbox = await openSandbox();
    const before = callersOf(sandbox);
    const { team, controlToken } = sandbox.description;
    await control(sandbox, 'POST', '/reset', { seed: 'another' });
    expect(sandbox.description.team.id).not.toBe(team.id);
    expect(sandbox.description.controlToken).toBe(controlToken);
    expect(await before.bot.call('getLoggedInUser')).toMatchObject({ status: 401 });
    expect(await callersOf(sandbox).bot.call('getLoggedInUser')).toMatchObject({ status: 200 });
  });
});

test('what an old connection still sends after a reset does nothing', async () => {
  await using sandbox = await openSandbox();
  await using stream = await connect(sandbox, 'bot');
  stream.socket.pause();
  await control(sandbox, 'POST', '/reset', { seed: 'another' });
  const before = await control(sandbox, 'GET', '/world');
  stream.send({ t: 'PRESENCE_UPDATE', d: { presence: 3 } });
  stream.send('nonsense');
  stream.socket.resume();
  expect(await stream.closed).toMatchObject({ code: 1012 });
  expect(await control(sandbox, 'GET', '/world')).toMatchObject({ body: before.body });
});

describe('adding people', () => {
  test('gives a token with which they can call at once', async () => {
    await using sandbox = await openSandbox();
    const { body } = await control(sandbox, 'POST', '/people', { username: 'eve' });
    const eve = new Caller(sandbox.description.url, `User ${body['token']}`);
    expect((await eve.call('getLoggedInUser')).body['user']).toMatchObject({ id: body['id'], username: 'eve' });
    expect((await eve.call('listTeams')).body['teams']).toHaveLength(1);
  });

  test.each([
    ['no name', {}, 400, 'username must be a string'],
    ['too long a name', { username: 'x'.repeat(21) }, 400, 'username must be at most 20 characters long'],
    ['the name of a member', { username: 'cy' }, 400, 'username must be free; cy is a member already'],
    ['an unknown role', { username: 'eve', roles: ['queen'] }, 404, expect.stringContaining('"queen"')],
  ])('is refused with %s', async (_what, body, status, message) => {
    await using sandbox = await openSandbox();
    expect(await control(sandbox, 'POST', '/people', body)).toMatchObject({ status, body: { message } });
  });
});

describe('the ledger', () => {
  test('holds every request, answer and frame in order, and whose they were', async () => {
    await using sandbox = await openSandbox();
    const { bot } = sandbox.description;
    await using stream = await connect(sandbox, 'bot');
    await stream.settled();
    await callersOf(sandbox).bot.call('getLoggedInUser');
    await callersOf(sandbox).nobody.call('listTeams');
    const lines = await ledger(sandbox);
    expect(lines).toMatchObject([
      { seq: 1, kind: 'open', by: bot.id },
      { seq: 2, kind: 'frame-out', event: 'READY', by: bot.id, body: { t: 'READY' } },
      { seq: 3, kind: 'frame-in', event: 'HEARTBEAT', by: bot.id },
      { seq: 4, kind: 'frame-out', event: 'HEARTBEAT_ACK', by: bot.id },
      { seq: 5, kind: 'request', operation: 'getLoggedInUser', by: bot.id, method: 'GET', path: '/api/v1/me' },
      { seq: 6, kind: 'answer', operation: 'getLoggedInUser', by: bot.id, status: 200, body: { success: true } },
      { seq: 7, kind: 'request', operation: 'listTeams', by: null },
      { seq: 8, kind: 'answer', operation: 'listTeams', by: null, status: 401 },
    ]);
    for (const { at } of lines) expect(at).toBeTypeOf('number');
  });

  test('gives only what came after a number', async () => {
    await using sandbox = await openSandbox();
    for (let count = 0; count < 3; count += 1) await callersOf(sandbox).bot.call('getLoggedInUser');
    expect((await ledger(sandbox, 4)).map(({ seq }) => seq)).toEqual([5, 6]);
    expect(await ledger(sandbox, 6)).toEqual([]);
  });

  test('holds the calls that are no operation, without what stood in their query', async () => {
    await using sandbox = await openSandbox();
    await callersOf(sandbox).bot.send('GET', '/api/v1/nothing?secret=1');
    expect(await ledger(sandbox)).toMatchObject([
      { kind: 'request', operation: null, path: '/api/v1/nothing' },
      { kind: 'answer', operation: null, status: 404 },
    ]);
  });

  test('costs no more where queries are long', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const call = async () => {
      for (let count = 0; count < 500; count += 1) await bot.send('GET', `/api/v1/nothing?${'x'.repeat(15_000)}`);
    };
    await call();
    const before = heldBytes();
    await call();
    expect((heldBytes() - before) / 500).toBeLessThan(5000);
  });

  test('never holds a token, wherever it was written', async () => {
    await using sandbox = await openSandbox();
    const { bot, people, channels, controlToken } = sandbox.description;
    const tokens = [bot.token, people.cy.token, controlToken];
    const { cy } = callersOf(sandbox);
    for (const token of tokens) {
      await cy.call('createChannelMessage', {
        params: { channelId: channels.general },
        body: { content: `my token is ${token}` },
      });
      await cy.send('GET', `/api/v1/${token}?token=${token}`);
    }
    await using stream = dial(`${sandbox.description.gatewayUrl}?token=${bot.token}`);
    await stream.closed;
    const lines = await ledger(sandbox);
    expect(lines.length).toBeGreaterThan(8);
    for (const token of tokens) expect(JSON.stringify(lines)).not.toContain(token);
  });

  test('leaves out a body of more than 16 KiB and says how long it was', async () => {
    await using sandbox = await openSandbox();
    const body = { content: 'x', note: 'y'.repeat(20_000) };
    await callersOf(sandbox).bot.call('createChannelMessage', {
      params: { channelId: sandbox.description.channels.general },
      body,
    });
    const [request] = await ledger(sandbox);
    expect(request).toMatchObject({ kind: 'request', bodyLength: JSON.stringify(body).length });
    expect(request).not.toHaveProperty('body');
  });

  test('keeps the last 10,000 steps', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    for (let count = 0; count < 5100; count += 1) stream.send({ t: 'HEARTBEAT', d: {} });
    await expect.poll(() => stream.frames.length, { timeout: 10_000 }).toBe(5101);
    const lines = await ledger(sandbox);
    expect(lines).toHaveLength(10_000);
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 203));
  });
});
