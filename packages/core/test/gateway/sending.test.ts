import { describe, expect, test } from 'vitest';
import {
  type Client,
  createLog,
  FramesBacklogged,
  NotConnected,
  type ObservedFrame,
  VirtualClock,
} from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf, failure, reached, token } from '../support/client.js';
import { nextLoss, replace } from '../support/connection-life.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { messageEvent, readyPayload } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** A frame that can be told from the others. */
const numbered = (index: number) => ({ t: 'CHANNEL_TYPING', d: { channelId: `c${index}`, teamId: 't' } }) as const;

/** Sends frames until they are refused, and gives what became of each. */
function sendMany(client: Client, count: number): (FramesBacklogged | undefined)[] {
  return Array.from({ length: count }, (_, index) => {
    try {
      client.gateway.send(numbered(index));
      return undefined;
    } catch (error) {
      if (error instanceof FramesBacklogged) return error;
      throw error;
    }
  });
}

async function receive(socket: ServiceSocket, count: number): Promise<unknown[]> {
  const frames: unknown[] = [];
  while (frames.length < count) frames.push(await socket.frames.next());
  return frames;
}

describe('frames sent while there is no connection', () => {
  test('#25 of 10,000 in an outage of 30 s 1,000 wait and arrive in order behind a heartbeat, 9,000 are refused with a typed error', {
    timeout: 30_000,
  }, async ({ annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    const first = await connected(service, client);
    await first.frames.next();
    service.refusal = { status: 503 };
    const lost = nextLoss(client);
    first.raw.destroy();
    await lost;
    const outcomes = sendMany(client, 10_000);
    const refused = outcomes.filter((outcome) => outcome !== undefined);
    expect(refused).toHaveLength(9_000);
    expect(refused[0]).toMatchObject({ code: 'FRAMES_BACKLOGGED', kind: 'CHANNEL_TYPING', longest: 1_000 });
    expect(outcomes.slice(0, 1_000)).toEqual(new Array(1_000).fill(undefined));
    await clock.advance(30_000);
    service.refusal = undefined;
    const ready = reached(client, 'ready');
    await clock.advance(60_000);
    await ready;
    const [heartbeat, ...frames] = await receive(await service.sockets.next(), 1_001);
    expect(heartbeat).toEqual({ t: 'HEARTBEAT', d: {} });
    expect(frames).toEqual(Array.from({ length: 1_000 }, (_, index) => numbered(index)));
    await annotate('1,000 of 1,000 arrived in order, 9,000 of 9,000 refused, heartbeat first', 'reached');
  });

  test('say so when the gateway closes before they could go out', async () => {
    await using service = await Service.start();
    const lines: string[] = [];
    const log = createLog({ destination: { write: (line) => lines.push(line) } });
    const client = clientOf(service, { log });
    service.ready = null;
    const ready = failure(client.connect());
    sendMany(client, 3);
    await client.close();
    await ready;
    expect(lines.filter((line) => line.includes('"frames":3'))).toHaveLength(1);
    expect(() => client.gateway.send(numbered(1))).toThrow(NotConnected);
  });

  test('wait, but for the one that shows the bot as typing: it would come too late to be true', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.ready = null;
    const ready = client.connect();
    client.gateway.setPresence(2);
    expect(() => client.gateway.typing('c', 't')).toThrow(NotConnected);
    const socket = await service.sockets.next();
    socket.send('READY', readyPayload());
    await ready;
    expect(await receive(socket, 2)).toEqual([
      { t: 'HEARTBEAT', d: {} },
      { t: 'PRESENCE_UPDATE', d: { presence: 2 } },
    ]);
  });
});

test('#25 heartbeats pass 2,000 frames that wait for a service that does not read, and what the machine has not taken goes to the next connection in order', {
  timeout: 30_000,
}, async ({ annotate }) => {
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url);
  const clock = new VirtualClock();
  await using client = clientOf(proxy, { clock, gateway: { longestOutbox: 2_000 } });
  const first = await connected(service, client);
  await first.frames.next();
  proxy.weather.up.stalled = true;
  const long = 'x'.repeat(10_000);
  // 20 MB are more than the machine takes.
  for (let index = 0; index < 2_000; index += 1) {
    client.gateway.send({ t: 'CHANNEL_TYPING', d: { channelId: String(index), teamId: long } });
  }
  await clock.advance(30_000);
  const { heartbeatsSent, framesSent } = client.gateway.stats;
  const handed = framesSent - heartbeatsSent;
  expect(heartbeatsSent).toBe(2);
  expect(handed).toBeLessThan(2_000);
  proxy.weather.up.stalled = false;
  await replace(client, clock, () => proxy.resetAll());
  const second = await service.sockets.next();
  expect(await second.frames.next()).toEqual({ t: 'HEARTBEAT', d: {} });
  const numbers: number[] = [];
  while (numbers.at(-1) !== 1_999) {
    const { d } = (await second.frames.next()) as { d: { channelId: string } };
    numbers.push(Number(d.channelId));
  }
  const [begin = Number.NaN] = numbers;
  expect(begin).toBeLessThanOrEqual(handed);
  expect(numbers).toEqual(Array.from({ length: 2_000 - begin }, (_, index) => begin + index));
  await annotate(
    `the heartbeat after ${handed} of 2,000, and ${numbers.length} of ${2_000 - begin} came in order`,
    'reached',
  );
});

describe('those who look on at frames', () => {
  test('see each one that comes or goes, and what it says when they ask, without the token', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const frames: ObservedFrame[] = [];
    const stop = client.gateway.onFrame((frame) => frames.push(frame));
    const socket = await connected(service, client);
    await socket.frames.next();
    client.gateway.typing('c1', 't1');
    await socket.frames.next();
    socket.send('MESSAGE_SEND', messageEvent({ content: `my token is ${token}` }));
    socket.socket.send('no frame');
    await caughtUp(client, socket);
    stop();
    client.gateway.typing('c2', 't1');
    await socket.frames.next();
    expect(frames.map(({ direction, kind }) => [direction, kind])).toEqual([
      ['in', 'READY'],
      ['out', 'HEARTBEAT'],
      ['out', 'CHANNEL_TYPING'],
      ['in', 'MESSAGE_SEND'],
      ['in', undefined],
      ['in', 'MESSAGE_DELETED'],
    ]);
    const [ready, , typing, said] = frames;
    expect(JSON.parse(ready?.text() ?? '')).toEqual({ t: 'READY', d: readyPayload() });
    expect(typing?.text()).toBe('{"t":"CHANNEL_TYPING","d":{"channelId":"c1","teamId":"t1"}}');
    expect(typing?.length).toBe(typing?.text().length);
    expect(said?.text()).toContain('my token is [redacted]');
    expect(frames.map((frame) => frame.text()).join()).not.toContain(token);
  });

  test('see nothing of a text that is no UTF-8: the connection ends of it', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const kinds: unknown[] = [];
    client.gateway.onFrame(({ kind }) => kinds.push(kind));
    const socket = await connected(service, client);
    await socket.frames.next();
    const broken = Buffer.from('{"t":"MESSAGE_SEND","d":{"x":"\u00c3("}}', 'latin1');
    socket.raw.write(Buffer.concat([Buffer.from([0x81, broken.length]), broken]));
    expect(await socket.closed).toBe(1007);
    expect(kinds).toEqual(['READY', 'HEARTBEAT']);
  });

  test('harm nothing when they fail, or close the client', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    client.gateway.onFrame(() => {
      throw new Error('an observer');
    });
    const socket = await connected(service, client);
    await caughtUp(client, socket);
    expect(client.gateway.state).toBe('ready');
    client.gateway.onFrame(() => void client.close());
    socket.send('MESSAGE_SEND', messageEvent());
    expect(await socket.closed).toBe(1000);
  });
});
