import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ConnectionLost, NotConnected, OptionInvalid, ReadyTimeout, VirtualClock } from '../../src/index.js';
import { clientOf, failure, reached } from '../support/client.js';
import { nextLoss } from '../support/connection-life.js';
import { Service } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('a stage of connecting that never ends', () => {
  test('#7 a handshake without an answer is abandoned after 10 s, and connect() stays pending', async ({
    annotate,
  }) => {
    await using service = await Service.start();
    await using proxy = await TcpProxy.to(service.url, { accept: 'silence' });
    const clock = new VirtualClock();
    await using client = clientOf(proxy, { clock });
    const taken = proxy.nextLink();
    const ready = failure(client.connect());
    const link = await taken;
    await clock.advance(9_000);
    expect(client.gateway.state).toBe('connecting');
    const lost = nextLoss(client).then((change) => ({ ...change, at: clock.monotonic() }));
    await clock.advance(1_000);
    const { cause, at } = await lost;
    expect(cause).toBeInstanceOf(ConnectionLost);
    await link.closed;
    expect(at).toBe(10_000);
    expect(client.gateway.stats.losses.network).toBe(1);
    await client.close();
    expect(await ready).toBeInstanceOf(NotConnected);
    expect(proxy.open).toBe(0);
    expect(clock.pending).toBe(0);
    await annotate(`after ${at / 1_000} s, 0 sockets left`, 'reached');
  });

  test('#7 a connection without READY is abandoned after 15 s, and connect() stays pending', async ({ annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.ready = null;
    const waiting = reached(client, 'waiting for READY');
    const ready = failure(client.connect());
    const socket = await service.sockets.next();
    await waiting;
    await clock.advance(14_999);
    expect(client.gateway.state).toBe('waiting for READY');
    const lost = nextLoss(client).then((change) => ({ ...change, at: clock.monotonic() }));
    await clock.advance(1);
    const { cause, at } = await lost;
    expect(cause).toBeInstanceOf(ReadyTimeout);
    await socket.closed;
    expect(client.gateway.stats.losses.noReady).toBe(1);
    await client.close();
    expect(await ready).toBeInstanceOf(NotConnected);
    expect(clock.pending).toBe(0);
    await annotate(`after ${at / 1_000} s, 0 sockets left`, 'reached');
  });

  test('is not allowed by an option that no timer can keep', () => {
    for (const name of ['handshakeTimeoutMs', 'readyTimeoutMs', 'sessionGapMs']) {
      const create = () => clientOf({ url: 'http://127.0.0.1' }, { gateway: { [name]: 2 ** 31 } });
      expect(create).toThrow(OptionInvalid);
      expect(create).toThrow(`gateway.${name}`);
    }
  });

  test('an answer that drips in is no answer', async () => {
    await using service = await Service.start();
    await using proxy = await TcpProxy.to(service.url);
    proxy.weather.down.bytesPerSecond = 20;
    await using client = clientOf(proxy, { gateway: { handshakeTimeoutMs: 300 } });
    const lost = nextLoss(client);
    const begun = performance.now();
    const ready = failure(client.connect());
    expect((await lost).cause).toMatchObject({ code: 'CONNECTION_LOST' });
    expect(performance.now() - begun).toBeLessThan(3_000);
    await client.close();
    await ready;
  });
});

test('#9 closing 0 to 50 ms into a connect that nobody answers throws nothing and leaves nothing, 1,000 times', {
  timeout: 30_000,
}, async ({ annotate }) => {
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url, { accept: 'silence' });
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtExceptionMonitor', note);
  const closeWhileConnecting = async () => {
    const client = clientOf(proxy);
    const ready = failure(client.connect());
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
    await client.close();
    expect(await ready).toBeInstanceOf(NotConnected);
    expect(client.gateway.stats.attempts).toBe(1);
  };
  const before = process.getActiveResourcesInfo().length;
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 50 }, closeWhileConnecting));
  }
  await expect.poll(() => proxy.open).toBe(0);
  process.off('uncaughtExceptionMonitor', note);
  expect(uncaught).toEqual([]);
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
  await annotate(`1,000 times, ${uncaught.length} uncaught, ${proxy.open} sockets left`, 'reached');
});

describe('compression that was not agreed upon', () => {
  const compressedFrame = Buffer.from([0xc1, 0x05, 0xf2, 0x48, 0xcd, 0xc9, 0xc9]);
  const abuses: readonly [what: string, extensions: string | undefined, frame: Buffer | undefined][] = [
    ['window bits out of range', 'permessage-deflate; client_max_window_bits=99', undefined],
    ['window bits that are no number', 'permessage-deflate; server_max_window_bits=x', undefined],
    ['an extension that nobody asked for', 'permessage-deflate', undefined],
    ['an extension that does not exist', 'x-unheard-of', undefined],
    ['a compressed frame', undefined, compressedFrame],
  ];
  test.for(abuses)(
    '#28 %s fails the connection cleanly, and the next try comes within 1 s',
    async ([, extensions, frame], { annotate }) => {
      await using server = await RawServer.start(extensions, frame);
      const clock = new VirtualClock();
      await using client = clientOf(server, { clock });
      let lost = nextLoss(client);
      const ready = failure(client.connect());
      const first = await lost;
      expect(first.cause).toBeInstanceOf(ConnectionLost);
      expect(first.retryInMs).toBeLessThanOrEqual(1_000);
      lost = nextLoss(client);
      await clock.advance(first.retryInMs);
      await lost;
      await expect.poll(() => server.open).toBe(0);
      expect(server.handshakes).toBe(2);
      await client.close();
      expect(await ready).toBeInstanceOf(NotConnected);
      await annotate('lost with CONNECTION_LOST, one further try, 0 sockets left', 'reached');
    },
  );
});

/** A server that shakes hands as it should not. */
class RawServer implements AsyncDisposable {
  handshakes = 0;
  readonly #http = createServer();
  readonly #sockets = new Set<Duplex>();

  static async start(extensions: string | undefined, frame: Buffer | undefined): Promise<RawServer> {
    const server = new RawServer();
    server.#http.on('upgrade', (request, socket) => {
      server.handshakes += 1;
      server.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => server.#sockets.delete(socket));
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      const lines = [
        'HTTP/1.1 101 Yes',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${accept}`,
      ];
      if (extensions) lines.push(`Sec-WebSocket-Extensions: ${extensions}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (frame) socket.write(frame);
      socket.resume();
      socket.on('end', () => socket.end());
    });
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get open(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}
