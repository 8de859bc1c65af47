import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Client, ConnectionLost, VirtualClock } from '../../src/index.js';
import { connected } from '../support/catching-up.js';
import { clientOf, reached } from '../support/client.js';
import { memoryGrowth } from '../support/memory.js';
import { frameHead, mebibyte } from '../support/raw-frames.js';
import { Service, type ServiceSocket } from '../support/service.js';

/** The code with which the client ends the connection on which this was written. */
async function endedWith(write: (socket: ServiceSocket) => void): Promise<number> {
  await using service = await Service.start();
  await using client = clientOf(service, { clock: new VirtualClock() });
  const socket = await connected(service, client);
  const lost = reached(client, 'reconnecting');
  write(socket);
  const code = await socket.closed;
  expect((await lost).cause).toBeInstanceOf(ConnectionLost);
  return code;
}

describe('a message in tiny pieces', () => {
  const pieces = 140_000;
  const piece = Buffer.from([0x00, 0x01, 0x78]);
  const empty = Buffer.from([0x00, 0x00]);

  test.each([
    ['of a byte', piece],
    ['of nothing', empty],
  ])('#68 140,000 of them %s close with 1008 and are not kept', async (_, one) => {
    const growth = await memoryGrowth(async () => {
      const code = await endedWith(({ raw }) => {
        raw.write(Buffer.concat([Buffer.from([0x01, 0x01, 0x78]), ...Array.from({ length: pieces }, () => one)]));
      });
      expect(code).toBe(1008);
    });
    expect(growth).toBeLessThanOrEqual(64);
  });

  test('#68 one frame in 300,000 chunks of the network is not kept in as many', async () => {
    const growth = await memoryGrowth(async () => {
      await using service = await Service.start();
      await using client = clientOf(service, { clock: new VirtualClock() });
      const { raw } = await connected(service, client);
      raw.write(frameHead(0x81, 300_000));
      for (let chunk = 0; chunk < 300_000 && raw.writable; chunk += 1) {
        if (!raw.write('x')) await new Promise((resolve) => raw.once('drain', resolve).once('close', resolve));
      }
    });
    expect(growth).toBeLessThanOrEqual(64);
  });

  test('#68 ws is a version that limits them', () => {
    const { version } = createRequire(import.meta.url)('ws/package.json') as { version: string };
    const [major = 0, minor = 0] = version.split('.').map(Number);
    expect(major * 1_000 + minor).toBeGreaterThanOrEqual(8_021);
  });
});

describe('a message that unfolds to a thousand times its size', () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * mebibyte));

  test('#69 is refused where no compression was agreed upon', async () => {
    let longestLagMs = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longestLagMs = Math.max(longestLagMs, performance.now() - last);
      last = performance.now();
    }, 1);
    const growth = await memoryGrowth(async () => {
      const code = await endedWith(({ raw }) => {
        raw.write(Buffer.concat([frameHead(0xc1, bomb.length), bomb]));
      });
      expect(code).toBe(1002);
    });
    clearInterval(timer);
    expect(growth).toBeLessThanOrEqual(64);
    expect(longestLagMs).toBeLessThanOrEqual(200);
  });

  test('#69 is not invited: compression is neither offered nor taken where a server insists on it', async () => {
    const offers: (string | undefined)[] = [];
    await using server = createServer();
    server.on('upgrade', (request, raw) => {
      offers.push(request.headers['sec-websocket-extensions']);
      raw.on('error', () => undefined);
      const key = randomBytes(16).toString('base64');
      raw.end(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
          `sec-websocket-accept: ${key}\r\nsec-websocket-extensions: permessage-deflate\r\n\r\n`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client: Client = clientOf(
      { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      { clock: new VirtualClock() },
    );
    const lost = reached(client, 'reconnecting');
    const connecting = client.connect().catch((error: unknown) => error);
    expect((await lost).cause).toBeInstanceOf(ConnectionLost);
    expect(offers).toEqual([undefined]);
    await client.close();
    await connecting;
  });
});
