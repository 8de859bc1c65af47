import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { VirtualClock } from '@botwright/clock';
import { apiPrefix, authorization } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { RestFault, RestFaultRule, Sandbox } from '../../src/index.js';
import { callersOf, ledger, openSandbox } from '../support/callers.js';
import { restRule } from '../support/rules.js';
import { connect } from '../support/stream.js';

/** Sends a message as `cy` and tells what came back, down to the error of the connection. */
async function post({ description }: Sandbox, content: string) {
  const { url, channels, people } = description;
  const call = request(`${url}${apiPrefix}/channels/${channels.general}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: authorization(people.cy.token, 'User') },
    agent: false,
  });
  call.end(JSON.stringify({ content }));
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return await readWhole(response);
  } catch (error) {
    return { error: (error as NodeJS.ErrnoException).code };
  }
}

async function readWhole(response: IncomingMessage) {
  const { statusCode: status, headers } = response;
  let body = '';
  try {
    for await (const chunk of response) body += chunk;
    return { status, headers, body };
  } catch (error) {
    return { status, headers, body, error: (error as NodeJS.ErrnoException).code };
  }
}

async function contents(sandbox: Sandbox): Promise<unknown[]> {
  const params = { channelId: sandbox.description.channels.general };
  const { body } = await callersOf(sandbox).ada.call('getChannelMessages', { params });
  return (body['messages'] as { content: string }[]).map(({ content }) => content);
}

const sending = { operation: 'createChannelMessage' } as const satisfies Partial<RestFaultRule>;
const set = (sandbox: Sandbox, fault: RestFault, more: Partial<RestFaultRule> = {}) =>
  sandbox.faults.set([restRule(fault, { ...sending, ...more })]);

describe('a call that a rule strikes', () => {
  test('is answered with the status, headers and body of the rule, and nothing is stored', async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { status: 503, headers: { 'retry-after': '7', 'content-type': 'text/html' }, body: '<h1>busy</h1>' });
    expect(await post(sandbox, 'hello')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7', 'content-type': 'text/html' },
      body: '<h1>busy</h1>',
    });
    set(sandbox, { status: 500, body: { any: ['thing'] } });
    const type = (name: string) => ({ 'content-type': `${name}; charset=utf-8` });
    const json = { status: 500, headers: type('application/json'), body: '{"any":["thing"]}' };
    expect(await post(sandbox, 'hello')).toMatchObject(json);
    set(sandbox, { status: 500, body: 'text' });
    expect(await post(sandbox, 'hello')).toMatchObject({ headers: type('text/plain'), body: 'text' });
    set(sandbox, { status: 502 });
    expect(await post(sandbox, 'hello')).toMatchObject({ status: 502, body: expect.stringContaining('"FAULT"') });
    expect(await contents(sandbox)).toEqual([]);
  });

  test("is cut off with nothing stored, with reset 'before'", async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { reset: 'before' });
    expect(await post(sandbox, 'lost')).toEqual({ error: 'ECONNRESET' });
    expect(await contents(sandbox)).toEqual([]);
  });

  test("is stored and told of, and its answer is lost, with reset 'after'", async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { reset: 'after' });
    expect(await post(sandbox, 'kept')).toEqual({ error: 'ECONNRESET' });
    expect(await stream.next('MESSAGE_SEND')).toMatchObject({ message: { content: 'kept' } });
    expect(await contents(sandbox)).toEqual(['kept']);
  });

  test('gets so many bytes of its answer under the length of all of it, with truncate', async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { truncate: 10 });
    const reply = await post(sandbox, 'cut');
    expect(reply).toMatchObject({ status: 200, body: '{"success"', error: 'ECONNRESET' });
    const length = 'headers' in reply ? Number(reply.headers['content-length']) : 0;
    expect(length).toBeGreaterThan(100);
  });

  test('is served so much later by the clock of the sandbox, with delayMs', async () => {
    const clock = new VirtualClock();
    await using sandbox = await openSandbox({ clock });
    set(sandbox, { delayMs: 5_000 });
    const reply = post(sandbox, 'late');
    expect(await clock.timerWithin(5_000)).toBe(5_000);
    expect(await contents(sandbox)).toEqual([]);
    await clock.advance(5_000);
    expect(await reply).toMatchObject({ status: 200 });
    expect(await ledger(sandbox)).toContainEqual(
      expect.objectContaining({ kind: 'answer', operation: 'createChannelMessage', tookMs: 5_000, fault: 'fault-1' }),
    );
  });

  test('is never answered, with stall, and keeps no sandbox from closing', async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { stall: true }, { id: 'hung' });
    const reply = post(sandbox, 'hello');
    await expect.poll(() => sandbox.faults.struck).toEqual({ hung: 1 });
    expect(await contents(sandbox)).toEqual([]);
    const began = performance.now();
    await sandbox.close();
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await reply).toEqual({ error: 'ECONNRESET' });
  });

  test('is given up when the sandbox closes before its delay is over', async () => {
    const clock = new VirtualClock();
    await using sandbox = await openSandbox({ clock });
    set(sandbox, { delayMs: 5_000 });
    const reply = post(sandbox, 'late');
    await clock.timerWithin(5_000);
    await sandbox.close();
    expect(await reply).toEqual({ error: 'ECONNRESET' });
    expect(clock.pending).toBe(0);
  });

  test('is named in the ledger with the rule, at its request and at its answer', async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { status: 503, body: '<h1>\nbusy</h1>' }, { id: 'busy' });
    await post(sandbox, 'hello');
    expect(await ledger(sandbox)).toMatchObject([
      { seq: 1, kind: 'request', operation: 'createChannelMessage', fault: 'busy' },
      { seq: 2, kind: 'answer', status: 503, fault: 'busy', body: '<h1>\nbusy</h1>' },
    ]);
  });
});

describe('a rule', () => {
  test('strikes its operation, its caller and its number of times alone', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy } = callersOf(sandbox);
    const { cy: account } = sandbox.description.people;
    sandbox.faults.set([restRule({ status: 503 }, { operation: 'listTeams', by: account.id, times: 2 })]);
    const statuses = [];
    for (const caller of [ada, cy, cy, cy]) statuses.push((await caller.call('listTeams')).status);
    statuses.push((await cy.call('getLoggedInUser')).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
  });

  test('is passed over once it is used up, and the next one that fits strikes', async () => {
    await using sandbox = await openSandbox();
    sandbox.faults.set([restRule({ status: 500 }, { times: 1 }), restRule({ status: 503 }, { times: 1 })]);
    const { cy } = callersOf(sandbox);
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await cy.call('listTeams')).status);
    expect(statuses).toEqual([500, 503, 200]);
    expect(sandbox.faults.struck).toEqual({ 'fault-1': 1, 'fault-2': 1 });
  });

  test('with a probability strikes about that often, and the same calls for the same seed', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const run = async (seed: number) => {
      sandbox.faults.set([restRule({ status: 503 }, { probability: 0.3, seed })]);
      const statuses: number[] = [];
      for (let call = 0; call < 200; call += 1) statuses.push((await cy.call('listTeams')).status);
      return statuses;
    };
    const [first, second, other] = [await run(1), await run(1), await run(2)];
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
    expect(first.filter((status) => status === 503).length).toSatisfy((struck: number) => struck > 35 && struck < 90);
  });

  test('leaves calls alone that nobody makes with a token of this sandbox', async () => {
    await using sandbox = await openSandbox();
    sandbox.faults.set([restRule({ status: 503 })]);
    expect(await callersOf(sandbox).nobody.call('listTeams')).toMatchObject({ status: 401 });
  });
});

test('calls that go wrong in memory, without a connection, are cut off as well', async () => {
  await using sandbox = await openSandbox();
  sandbox.faults.set([restRule({ reset: 'before' })]);
  const { bot } = sandbox.description;
  const call = sandbox.inject({ url: `${apiPrefix}/me`, headers: { authorization: authorization(bot.token) } });
  await expect(call).rejects.toThrow();
});
