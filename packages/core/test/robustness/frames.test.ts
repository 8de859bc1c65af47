import { describe, expect, test } from 'vitest';
import { ConnectionLost, VirtualClock } from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf, reached } from '../support/client.js';
import { memoryGrowth } from '../support/memory.js';
import { fill, frameHead, mebibyte } from '../support/raw-frames.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { messageEvent } from '../support/shapes.js';

/** Shows that the client leaves a connection for what came on it, with this code, and comes back. */
async function expectReplacement(code: number, disturb: (socket: ServiceSocket) => unknown): Promise<void> {
  await using service = await Service.start();
  const clock = new VirtualClock();
  await using client = clientOf(service, { clock });
  const socket = await connected(service, client);
  const lost = reached(client, 'reconnecting');
  void disturb(socket);
  expect(await socket.closed).toBe(code);
  const { cause, retryInMs = Number.NaN } = await lost;
  expect(cause).toBeInstanceOf(ConnectionLost);
  const ready = reached(client, 'ready');
  await clock.advance(retryInMs);
  await ready;
  expect(service.handshakes).toBe(2);
}

describe('frames that break the rules of WebSocket', () => {
  const violations: readonly [string, number, readonly number[]][] = [
    ['the first reserved bit', 1002, [0xc1, 0x01, 0x78]],
    ['the second reserved bit', 1002, [0xa1, 0x01, 0x78]],
    ['the third reserved bit', 1002, [0x91, 0x01, 0x78]],
    ['a mask, which only clients use', 1002, [0x81, 0x81, 0x01, 0x02, 0x03, 0x04, 0x78]],
    ['an opcode that does not exist', 1002, [0x83, 0x00]],
    ['a control opcode that does not exist', 1002, [0x8b, 0x00]],
    ['a continuation of nothing', 1002, [0x80, 0x01, 0x78]],
    ['a text within a text', 1002, [0x01, 0x01, 0x78, 0x81, 0x01, 0x78]],
    ['a ping in pieces', 1002, [0x09, 0x00]],
    ['a ping of 126 bytes', 1002, [0x89, 0x7e, 0x00, 0x7e]],
    ['a close of 126 bytes', 1002, [0x88, 0x7e, 0x00, 0x7e]],
    ['a close of one byte', 1002, [0x88, 0x01, 0x03]],
    ['a close with a code that may not be sent', 1002, [0x88, 0x02, 0x03, 0xed]],
    ['a close with a reason that is not UTF-8', 1007, [0x88, 0x04, 0x03, 0xe8, 0xc3, 0x28]],
    ['a length beyond all numbers', 1009, [0x81, 0x7f, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ];
  test.each(violations)('#72 end the connection and nothing else: %s', async (_, code, bytes) => {
    await expectReplacement(code, ({ raw }) => raw.write(Buffer.from(bytes)));
  });
});

describe('frames that say nothing', () => {
  test('#62 binary and empty ones, 10,000 pings and pongs nobody asked for cost little and change nothing', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const flood = async () => {
      for (let index = 0; index < 10_000; index += 1) {
        socket.socket.ping();
        if (index % 10 === 0) socket.socket.pong();
        if (index % 10 === 0) socket.socket.send(Buffer.from('{"t":"READY"}'), { binary: true });
        if (index % 10 === 0) socket.socket.send('');
      }
      await caughtUp(client, socket);
    };
    await flood();
    const before = process.cpuUsage();
    await flood();
    const { user, system } = process.cpuUsage(before);
    // Apart, since collecting what all tests before left alive costs more than the flood.
    const growth = await memoryGrowth(flood);
    // A second's worth of pings, and the service's own work counts as well.
    expect((user + system) / 1_000).toBeLessThanOrEqual(500);
    expect(growth).toBeLessThanOrEqual(32);
    expect(client.gateway.stats).toMatchObject({ framesIgnored: 6_000, eventsUnknown: 0, attempts: 1 });
    expect(client.gateway.state).toBe('ready');
  });
});

describe('a frame of', () => {
  test.each([1, 4, 8])('#63 %i MiB is read', async (size) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const lengths: number[] = [];
    client.events.on('MESSAGE_SEND', ({ message }) => lengths.push(message.content?.length ?? 0));
    const frame = (content: string) => JSON.stringify({ t: 'MESSAGE_SEND', d: messageEvent({ content }) });
    const length = size * mebibyte - frame('').length;
    socket.socket.send(frame('x'.repeat(length)));
    await caughtUp(client, socket);
    expect(lengths).toEqual([length]);
  });

  test.each([8 + 1 / mebibyte, 64, 100])('#63 %d MiB closes with 1009 and is not kept', async (size) => {
    const length = size * mebibyte;
    const growth = await memoryGrowth(() =>
      expectReplacement(1009, (socket) => {
        socket.raw.write(frameHead(0x81, length));
        return fill(socket, length);
      }),
    );
    expect(growth).toBeLessThanOrEqual(16);
  });

  test('#63 100 MiB in pieces of 1 MiB closes with 1009, and no more than the limit is kept', async () => {
    const growth = await memoryGrowth(() =>
      expectReplacement(1009, async (socket) => {
        for (let piece = 0; piece < 100 && socket.raw.writable; piece += 1) {
          socket.raw.write(frameHead(piece === 0 ? 0x01 : 0x00, mebibyte));
          await fill(socket, mebibyte);
        }
      }),
    );
    expect(growth).toBeLessThanOrEqual(16);
  });
});

test('#70 10,000 frames in one write start their listeners in the order of the frames, while each waits', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const socket = await connected(service, client);
  const store = new Map<string, number>();
  const started: number[] = [];
  client.events.on('MESSAGE_SEND', async ({ message }) => {
    const index = Number(message.content);
    started.push(index);
    await new Promise(setImmediate);
    store.set(message.id, index);
  });
  socket.raw.cork();
  for (let index = 0; index < 10_000; index += 1) {
    socket.send('MESSAGE_SEND', messageEvent({ id: `m${index}`, content: String(index) }));
  }
  socket.raw.uncork();
  await caughtUp(client, socket);
  await client.events.idle();
  expect(started).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
  expect(store.size).toBe(10_000);
});
