import { expect, test } from 'vitest';
import { type Client, createLog, type Logger, NotConnected, VirtualClock } from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf, failure, reached } from '../support/client.js';
import { nextLoss, replace } from '../support/connection-life.js';
import { Service } from '../support/service.js';
import { messageEvent } from '../support/shapes.js';

const [debug, info, warn, error, fatal] = [20, 30, 40, 50, 60];

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly code?: string; readonly message: string };
  readonly [fact: string]: unknown;
}

function recordedLog(): { log: Logger; lines: Line[] } {
  const lines: Line[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  return { log, lines };
}

test('the log tells each state, a loss with its reason and when the next try comes, and READY as information', async () => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  const { log, lines } = recordedLog();
  await using client = clientOf(service, { clock, log });
  const socket = await connected(service, client);
  await replace(client, clock, () => socket.closeRaw(1012));
  const told = lines.filter(({ msg }) => msg.startsWith('gateway'));
  expect(told.map(({ level, msg, from, to }) => [level, msg, from, to])).toEqual([
    [debug, 'gateway: connecting', 'idle', 'connecting'],
    [debug, 'gateway: waiting for READY', 'connecting', 'waiting for READY'],
    [info, 'gateway: ready', 'waiting for READY', 'ready'],
    [warn, 'gateway: lost, trying again', 'ready', 'reconnecting'],
    [debug, 'gateway: connecting', 'reconnecting', 'connecting'],
    [debug, 'gateway: waiting for READY', 'connecting', 'waiting for READY'],
    [info, 'gateway: ready', 'waiting for READY', 'ready'],
  ]);
  const lost = told[3];
  expect(lost).toMatchObject({ code: 'CONNECTION_LOST', why: expect.stringContaining('it was closed with 1012') });
  expect(lost?.['retryInMs']).toEqual(expect.any(Number));
  for (const line of told) expect('code' in line || 'retryInMs' in line).toBe(line === lost);
});

test('the log tells in a few words why a connection failed, without a stack', async () => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  const { log, lines } = recordedLog();
  await using client = clientOf(service, { clock, log, baseUrl: 'http://127.0.0.1:9' });
  const lost = nextLoss(client);
  client.connect().catch(() => undefined);
  await lost;
  const told = lines.find(({ level }) => level === warn);
  expect(told).toEqual({
    level: warn,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    from: 'connecting',
    to: 'reconnecting',
    code: 'CONNECTION_LOST',
    why: expect.stringMatching(/^The gateway connection was lost: the network failed.* \(connect ECONNREFUSED/),
    retryInMs: expect.any(Number),
    msg: 'gateway: lost, trying again',
  });
  expect(Number.isInteger(told?.['retryInMs'])).toBe(true);
});

test('the log tells a refusal as fatal, and that a gateway has been failing for long as an error', async () => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  const { log, lines } = recordedLog();
  await using client = clientOf(service, { clock, log, gateway: { failingAfterTries: 1 } });
  service.refusal = { status: 500 };
  const failing = nextLoss(client);
  const refused = failure(client.connect());
  const { retryInMs } = await failing;
  service.refusal = { status: 403 };
  const closed = reached(client, 'closed');
  await clock.advance(retryInMs);
  await Promise.all([closed, refused]);
  const told = lines.filter(({ level }) => level > info);
  expect(told.map(({ level, msg }) => [level, msg])).toEqual([
    [error, 'gateway: no READY for long; it is tried on and on'],
    [fatal, 'gateway: refused for good'],
  ]);
  expect(told.map(({ code }) => code)).toEqual(['CONNECTION_LOST', 'CONNECTION_REFUSED']);
});

test.for([
  ['of the state', 'a listener of the gateway state failed', (client: Client) => client.gateway.onStateChange(fail)],
  ['of frames', 'an observer of frames failed', (client: Client) => client.gateway.onFrame(fail)],
] as const)('a listener %s that fails is told of in the log, and harms no other', async ([, msg, listen]) => {
  await using service = await Service.start();
  const { log, lines } = recordedLog();
  await using client = clientOf(service, { log });
  listen(client);
  const told: unknown[] = [];
  client.gateway.onStateChange(({ to }) => told.push(to));
  const socket = await connected(service, client);
  await caughtUp(client, socket);
  expect(told).toEqual(['connecting', 'waiting for READY', 'ready']);
  const failures = lines.filter((line) => line.msg === msg);
  expect(failures[0]).toMatchObject({ level: error, err: { message: 'a listener of somebody' } });
  expect(failures[0]).toMatchObject(msg.includes('state') ? { from: 'idle', to: 'connecting' } : { direction: 'in' });
});

function fail(): never {
  throw new Error('a listener of somebody');
}

test('frames that still waited when the gateway closed are told of, and none are where none waited', async () => {
  await using service = await Service.start();
  for (const waiting of [0, 2]) {
    const { log, lines } = recordedLog();
    const client = clientOf(service, { log, clock: new VirtualClock() });
    const socket = await connected(service, client);
    const lost = nextLoss(client);
    socket.raw.destroy();
    await lost;
    for (let frame = 0; frame < waiting; frame += 1) client.gateway.setPresence(1);
    await client.close();
    const told = lines.filter(({ msg }) => msg === 'gateway: frames were still waiting when it closed');
    expect(told.map(({ level, frames }) => [level, frames])).toEqual(waiting === 0 ? [] : [[warn, waiting]]);
  }
});

test('frames that wait when the service refuses the next connection are given up, and told of', async () => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  const { log, lines } = recordedLog();
  await using client = clientOf(service, { log, clock });
  const socket = await connected(service, client);
  const lost = nextLoss(client);
  socket.raw.destroy();
  const { retryInMs } = await lost;
  client.gateway.setPresence(1);
  service.refusal = { status: 401 };
  const closed = reached(client, 'closed');
  await clock.advance(retryInMs);
  await closed;
  expect(lines.filter(({ msg }) => msg.includes('still waiting'))).toMatchObject([{ level: warn, frames: 1 }]);
});

test('what a gateway cannot do says what that was', async () => {
  await using service = await Service.start();
  const client = clientOf(service);
  expect(() => client.gateway.setPresence(1)).toThrow('PRESENCE_UPDATE cannot be sent');
  expect(() => client.gateway.typing('c', 't')).toThrow('CHANNEL_TYPING cannot be sent');
  service.ready = null;
  const ready = failure(client.connect());
  await service.sockets.next();
  await client.close();
  expect(await ready).toMatchObject({ what: 'The gateway was closed before READY' });
  expect(() => client.gateway.setPresence(1)).toThrow(NotConnected);
  const other = clientOf(service);
  await other.gateway.close();
  expect(await failure(other.gateway.connect())).toMatchObject({ what: 'The gateway cannot be opened again' });
});

test('an observer of frames that stops hears no more, and the others go on', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const heard: Record<'one' | 'other', (string | undefined)[]> = { one: [], other: [] };
  const stop = client.gateway.onFrame(({ kind }) => heard.one.push(kind));
  client.gateway.onFrame(({ kind }) => heard.other.push(kind));
  const socket = await connected(service, client);
  await socket.frames.next();
  stop();
  socket.send('MESSAGE_SEND', messageEvent());
  await caughtUp(client, socket);
  expect(heard.one).toEqual(['READY', 'HEARTBEAT']);
  expect(heard.other).toEqual(['READY', 'HEARTBEAT', 'MESSAGE_SEND', 'MESSAGE_DELETED']);
});
