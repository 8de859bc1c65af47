import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { TcpProxy } from './tcp-proxy.js';

/** A server that says everything back. */
class Echo implements AsyncDisposable {
  readonly sockets: Socket[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      this.sockets.push(socket);
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
  }

  static async start(): Promise<Echo> {
    const echo = new Echo();
    await new Promise<void>((resolve) => echo.#server.listen(0, '127.0.0.1', resolve));
    return echo;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function dial(proxy: TcpProxy): Promise<Socket> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** `once` would reject, since an error comes before. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.on('close', resolve));
}

async function read(socket: Socket, length: number): Promise<string> {
  let text = '';
  while (text.length < length) text += (await once(socket, 'data')).toString();
  return text;
}

test('the proxy passes everything on, both ways, and the end with it', async () => {
  await using echo = await Echo.start();
  await using proxy = await TcpProxy.to(echo.url);
  const socket = await dial(proxy);
  const said = 'x'.repeat(1_000_000);
  socket.write(said);
  expect(await read(socket, said.length)).toBe(said);
  socket.end();
  await closed(socket);
  await expect.poll(() => proxy.open).toBe(0);
  expect(proxy).toMatchObject({ accepted: 1, peak: 1 });
});

test('the proxy delays, slows and slices', async () => {
  await using echo = await Echo.start();
  await using proxy = await TcpProxy.to(echo.url);
  Object.assign(proxy.weather.down, { latencyMs: 100, bytesPerSecond: 100, sliceBytes: 1 });
  const socket = await dial(proxy);
  const begun = performance.now();
  socket.write('x'.repeat(20));
  const pieces: string[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  await read(socket, 20);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(295);
  // The rate alone would make four pieces of it. A busy machine reads some of the slices at once.
  expect(pieces.length).toBeGreaterThan(10);
  socket.destroy();
});

test('the proxy cuts at a byte, and nothing comes after it', async () => {
  await using echo = await Echo.start();
  await using proxy = await TcpProxy.to(echo.url);
  proxy.weather.down.cutAtByte = 5;
  const socket = await dial(proxy);
  let heard = '';
  socket.on('data', (piece: Buffer) => {
    heard += piece.toString();
  });
  socket.write('0123456789');
  await closed(socket);
  expect(heard).toBe('01234');
});

test('the proxy holds back while it is stalled, and passes on after it', async () => {
  await using echo = await Echo.start();
  await using proxy = await TcpProxy.to(echo.url);
  const socket = await dial(proxy);
  socket.write('before');
  await read(socket, 6);
  proxy.weather.down.stalled = true;
  socket.write('held');
  let isHeard = false;
  socket.once('data', () => {
    isHeard = true;
  });
  await once(echo.sockets[0] as Socket, 'data');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isHeard).toBe(false);
  const held = read(socket, 4);
  proxy.resume();
  expect(await held).toBe('held');
  socket.destroy();
});

test('the proxy answers nothing, or with a reset, when it is told to', async () => {
  await using echo = await Echo.start();
  await using proxy = await TcpProxy.to(echo.url, { accept: 'silence' });
  const silent = await dial(proxy);
  silent.write('hello');
  proxy.accept = 'reset';
  const refused = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  const [error] = await once(refused, 'error');
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  proxy.resetAll();
  await closed(silent);
  expect(echo.sockets).toHaveLength(0);
});
