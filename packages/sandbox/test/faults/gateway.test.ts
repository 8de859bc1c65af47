import { VirtualClock } from '@botwright/clock';
import { authorization, type EventKind } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { GatewayFault, GatewayFaultRule, Sandbox } from '../../src/index.js';
import { callersOf, ledger, openSandbox } from '../support/callers.js';
import { gatewayRule } from '../support/rules.js';
import { connect, dial, type Stream } from '../support/stream.js';

const messages = { kinds: ['MESSAGE_SEND'] } as const satisfies { kinds: readonly EventKind[] };
const set = (sandbox: Sandbox, fault: GatewayFault, more: Partial<GatewayFaultRule> = {}) =>
  sandbox.faults.set([gatewayRule(fault, more)]);

function say(sandbox: Sandbox, content: string) {
  const params = { channelId: sandbox.description.channels.general };
  return callersOf(sandbox).ada.call('createChannelMessage', { params, body: { content } });
}

const heard = ({ frames }: Stream) =>
  frames.filter(({ t }) => t === 'MESSAGE_SEND').map(({ d }) => (d['message'] as { content: string }).content);

function dialAsBot({ description: { gatewayUrl, bot } }: Sandbox): Stream {
  return dial(gatewayUrl, { headers: { authorization: authorization(bot.token) } });
}

describe('a frame that a rule strikes', () => {
  test('closes its connection with the code of the rule, in place of going out', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { close: 4001 }, { ...messages, times: 1 });
    await say(sandbox, 'hello');
    expect(await stream.closed).toMatchObject({ code: 4001 });
    expect(heard(stream)).toEqual([]);
    await using again = await connect(sandbox, 'bot');
    await say(sandbox, 'hello again');
    expect(await again.next('MESSAGE_SEND')).toMatchObject({ message: { content: 'hello again' } });
  });

  test('cuts its connection, with reset', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { reset: true }, messages);
    await say(sandbox, 'hello');
    expect(await stream.closed).toMatchObject({ code: 1006 });
  });

  test('silences its connection until the rules are cleared', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { silence: true }, { ...messages, id: 'hush' });
    await say(sandbox, 'unheard');
    stream.send({ t: 'HEARTBEAT', d: {} });
    await expect.poll(async () => (await ledger(sandbox)).filter(({ fault }) => fault === 'hush')).toHaveLength(2);
    sandbox.faults.clear();
    await stream.settled();
    expect(stream.kinds()).toEqual(['READY', 'HEARTBEAT_ACK']);
  });

  test('comes twice, with duplicate', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { duplicate: true }, { ...messages, times: 1 });
    await say(sandbox, 'one');
    await say(sandbox, 'two');
    await stream.settled();
    expect(heard(stream)).toEqual(['one', 'one', 'two']);
  });

  test('comes later by the clock of the sandbox, and others overtake it, with delayMs', async () => {
    const clock = new VirtualClock();
    await using sandbox = await openSandbox({ clock });
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { delayMs: 500 }, { ...messages, times: 1 });
    await say(sandbox, 'one');
    await say(sandbox, 'two');
    await clock.advance(499);
    await stream.settled();
    expect(heard(stream)).toEqual(['two']);
    await clock.advance(1);
    await stream.settled();
    expect(heard(stream)).toEqual(['two', 'one']);
  });

  test('waits for others and comes after them, with reorder', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { reorder: 3 }, { ...messages, times: 1 });
    for (const content of ['one', 'two', 'three', 'four']) await say(sandbox, content);
    await stream.settled();
    expect(heard(stream)).toEqual(['three', 'two', 'one', 'four']);
  });

  test('goes out after all when the rules are cleared before the others came', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { reorder: 3 }, messages);
    await say(sandbox, 'one');
    await say(sandbox, 'two');
    sandbox.faults.clear();
    await stream.settled();
    expect(heard(stream)).toEqual(['one', 'two']);
  });
});

describe('a connection that a rule strikes', () => {
  test('gets no answer to so many heartbeats, with dropAcks', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { dropAcks: 2 }, { id: 'deaf' });
    for (let beat = 0; beat < 3; beat += 1) stream.send({ t: 'HEARTBEAT', d: {} });
    await stream.next('HEARTBEAT_ACK');
    expect(sandbox.faults.struck).toEqual({ deaf: 2 });
    await stream.settled();
    expect(stream.kinds()).toEqual(['READY', 'HEARTBEAT_ACK', 'HEARTBEAT_ACK']);
  });

  test('gets no READY, with withholdReady', async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { withholdReady: true });
    await using stream = dialAsBot(sandbox);
    await expect.poll(() => sandbox.faults.struck).toEqual({ 'fault-1': 1 });
    await stream.settled();
    expect(stream.kinds()).toEqual(['HEARTBEAT_ACK']);
  });

  test('is refused with an HTTP status, with refuse', async () => {
    await using sandbox = await openSandbox();
    set(sandbox, { refuse: 503 }, { times: 1 });
    const stream = dialAsBot(sandbox);
    const status = await new Promise((resolve) => {
      stream.socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    });
    expect(status).toBe(503);
    expect(await ledger(sandbox)).toMatchObject([{ kind: 'refuse', status: 503, fault: 'fault-1' }]);
    await using again = await connect(sandbox, 'bot');
    expect(again.kinds()).toEqual(['READY']);
  });

  test.each([
    ['close', { close: 4000 }, 4000],
    ['reset', { reset: true }, 1006],
  ] as const)('ends at once where it is open, and as it opens, with %s and no kinds', async (_name, fault, code) => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    await using other = await connect(sandbox, 'cy');
    set(sandbox, fault, { by: sandbox.description.bot.id, times: 2 });
    expect(await stream.closed).toMatchObject({ code });
    await using refused = dialAsBot(sandbox);
    expect(await refused.closed).toMatchObject({ code });
    expect(refused.frames).toEqual([]);
    await using again = await connect(sandbox, 'bot');
    await again.settled();
    await other.settled();
    const presences = other.frames.filter(({ t }) => t === 'PRESENCE_UPDATE').map(({ d }) => d['presence']);
    expect(presences).toEqual([0, 1, 0, 1]);
  });

  test('is named in the ledger with the rule', async () => {
    await using sandbox = await openSandbox();
    await using stream = await connect(sandbox, 'bot');
    set(sandbox, { close: 4001 }, { ...messages, id: 'gone' });
    await say(sandbox, 'hello');
    await stream.closed;
    await expect
      .poll(async () => (await ledger(sandbox)).filter(({ fault }) => fault === 'gone'))
      .toMatchObject([
        { kind: 'frame-out', event: 'MESSAGE_SEND' },
        { kind: 'close', code: 4001 },
      ]);
  });
});
