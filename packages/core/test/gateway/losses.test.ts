import { describe, expect, test } from 'vitest';
import { type LossKind, OptionInvalid, VirtualClock } from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf, failure, reached } from '../support/client.js';
import { nextLoss } from '../support/connection-life.js';
import { Service, type ServiceSocket } from '../support/service.js';

const none = { closed: 0, handshake: 0, network: 0, noReady: 0, silence: 0 };

/** A close frame with a reason, or without even a code. */
const closeFrame = (code?: number, reason = '') => {
  if (code === undefined) return Buffer.from([0x88, 0]);
  return Buffer.concat([Buffer.from([0x88, 2 + reason.length, code >> 8, code & 0xff]), Buffer.from(reason)]);
};

describe('a connection that is lost says how, and is counted under it:', () => {
  const ends: readonly [string, (socket: ServiceSocket) => void, LossKind, problem: string, closeCode?: number][] = [
    ['a close', ({ raw }) => raw.write(closeFrame(1012)), 'closed', 'it was closed with 1012', 1012],
    [
      'a close with a reason',
      ({ raw }) => raw.write(closeFrame(1001, 'tea time')),
      'closed',
      'it was closed with 1001 tea time',
      1001,
    ],
    ['a close without a code', ({ raw }) => raw.write(closeFrame()), 'closed', 'it was closed with 1005', 1005],
    ['an end without a close', ({ raw }) => raw.destroy(), 'network', 'it broke off'],
    ['text that is none', ({ raw }) => raw.write(Buffer.from([0x81, 2, 0xc3, 0x28])), 'network', 'the network failed'],
  ];
  test.for(ends)('%s', async ([, end, kind, problem, closeCode]) => {
    await using service = await Service.start();
    await using client = clientOf(service, { clock: new VirtualClock() });
    const socket = await connected(service, client);
    const lost = nextLoss(client);
    end(socket);
    const { cause } = await lost;
    expect(cause).toMatchObject({ code: 'CONNECTION_LOST', problem, closeCode, status: undefined });
    expect(cause?.cause instanceof Error).toBe(problem === 'the network failed');
    expect(client.gateway.stats).toMatchObject({ attempts: 1, readies: 1, losses: { ...none, [kind]: 1 } });
  });

  test('a handshake that is answered with a status', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { clock: new VirtualClock() });
    service.refusal = { status: 503, headers: { 'retry-after': '3' } };
    const lost = nextLoss(client);
    const ready = failure(client.connect());
    const { cause } = await lost;
    const problem = 'the handshake was answered with HTTP 503';
    expect(cause).toMatchObject({ problem, status: 503, closeCode: undefined, retryAfterMs: 3_000 });
    expect(client.gateway.stats).toMatchObject({ attempts: 1, readies: 0, losses: { ...none, handshake: 1 } });
    await client.close();
    await ready;
  });

  test('a handshake that nobody answers', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.refusal = 'silence';
    const lost = nextLoss(client);
    const ready = failure(client.connect());
    await clock.advance(10_000);
    expect((await lost).cause).toMatchObject({ problem: 'the handshake was not answered within 10000 ms' });
    expect(client.gateway.stats.losses).toEqual({ ...none, network: 1 });
    await client.close();
    await ready;
  });

  test('READY that does not come, or that cannot be read', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.ready = { user: 'nobody' };
    const unreadable = nextLoss(client);
    const ready = failure(client.connect());
    const { cause, retryInMs } = await unreadable;
    expect(cause).toMatchObject({ code: 'EVENT_UNREADABLE' });
    expect(client.gateway.stats).toMatchObject({ eventsUnreadable: 1, losses: { ...none, noReady: 1 } });
    service.ready = null;
    const silent = nextLoss(client);
    const waiting = reached(client, 'waiting for READY');
    await clock.advance(retryInMs);
    await waiting;
    await clock.advance(15_000);
    expect((await silent).cause).toMatchObject({ code: 'READY_TIMEOUT' });
    expect(client.gateway.stats).toMatchObject({ attempts: 2, readies: 0, losses: { ...none, noReady: 2 } });
    await client.close();
    await ready;
  });

  test('silence', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    await connected(service, client);
    const lost = nextLoss(client);
    await clock.advance(60_000);
    expect((await lost).cause).toMatchObject({ problem: 'nothing came for two heartbeat intervals' });
    expect(client.gateway.stats).toMatchObject({ attempts: 1, losses: { ...none, silence: 1 } });
  });

  test('a refusal', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.refusal = { status: 401 };
    await failure(client.connect());
    expect(client.gateway.stats.losses).toEqual({ ...none, handshake: 1 });
  });
});

describe('what comes and goes is counted:', () => {
  test('frames of either direction, and of those that come the ones that are none', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    await socket.frames.next();
    client.gateway.typing('c', 't');
    await socket.frames.next();
    expect(client.gateway.stats).toMatchObject({ framesReceived: 1, framesSent: 2, heartbeatsSent: 1 });
    socket.socket.send('no frame');
    socket.socket.send('{"d":1}');
    socket.socket.send(Buffer.from([1, 2, 3]));
    await caughtUp(client, socket);
    expect(client.gateway.stats).toMatchObject({ framesReceived: 4, framesIgnored: 3, eventsUnheard: 0 });
  });

  test('frames that come before READY belong to nobody', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.ready = null;
    const heard: unknown[] = [];
    client.events.on('MESSAGE_DELETED', (event) => heard.push(event));
    const ready = client.connect();
    const socket = await service.sockets.next();
    socket.send('HEARTBEAT', {});
    socket.send('HEARTBEAT_ACK', {});
    socket.send('MESSAGE_DELETED', { messageId: 'm', channelId: 'c', teamId: 't' });
    socket.socket.send(Buffer.from([1]));
    socket.socket.ping();
    socket.socket.pong();
    socket.send('READY', { user: { id: 'b', username: 'bot' }, teams: [], heartbeatIntervalMs: 30_000 });
    await ready;
    expect(client.gateway.stats).toMatchObject({ framesReceived: 4, framesIgnored: 4, readies: 1, heartbeatsSent: 1 });
    expect(heard).toEqual([]);
  });

  test('a READY that cannot be read, once a connection stands, is worth no connection', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    socket.send('READY', { user: 'nobody' });
    socket.socket.send('{"t":"READY"}');
    await caughtUp(client, socket);
    expect(client.gateway.stats).toMatchObject({ attempts: 1, readies: 1, eventsUnreadable: 2, losses: none });
    expect(client.gateway.state).toBe('ready');
  });

  test('a READY that comes again is news about the teams, and no new state', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const changes: unknown[] = [];
    client.gateway.onStateChange((change) => changes.push(change));
    socket.send('READY', { user: { id: 'b', username: 'bot' }, teams: [], heartbeatIntervalMs: 30_000 });
    await caughtUp(client, socket);
    expect(client.gateway.stats.readies).toBe(2);
    expect(client.gateway.ready?.teams).toEqual([]);
    expect(changes).toEqual([]);
  });
});

test('pings and pongs are signs of life, as binary frames are', async () => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  await using client = clientOf(service, { clock });
  const socket = await connected(service, client);
  for (const say of ['ping', 'pong', 'binary'] as const) {
    await clock.advance(40_000);
    if (say === 'binary') socket.socket.send(Buffer.from([1]));
    else socket.socket[say]();
    // A ping is answered only after what stood before it was read.
    const read = new Promise((resolve) => socket.socket.once('pong', resolve));
    if (say !== 'ping') socket.raw.write(Buffer.from([0x89, 0]));
    await read;
  }
  expect(client.gateway.stats.losses.silence).toBe(0);
  expect(client.gateway.state).toBe('ready');
});

test.for([
  ['readyTimeoutMs', 0, 'above 0'],
  ['longestOutbox', -1, 'above 0'],
  ['failingAfterTries', Number.NaN, 'above 0'],
  ['sessionGapMs', 2 ** 31, '2147483647 at most'],
] as const)('the option %s cannot be %d', async ([name, value, expected]) => {
  const make = async () => clientOf({ url: 'http://127.0.0.1:1' }, { gateway: { [name]: value } });
  const error = await failure(make());
  expect(error).toBeInstanceOf(OptionInvalid);
  expect(error).toMatchObject({ option: `gateway.${name}`, value, expected });
});
