import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { GatewaySocket, type SocketEnd } from '../../src/gateway/socket.js';
import { Service, type ServiceSocket } from '../support/service.js';

const url = (service: Service) => service.url.replace('http', 'ws');

interface Frame {
  readonly first: number;
  readonly payload: Buffer;
  readonly isMasked: boolean;
  /** How many bytes its length is written with. */
  readonly width: 'shortest' | 2 | 8;
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(125), 'y'.repeat(126), 'z'.repeat(65_535), 'ü'.repeat(40_000)) },
);
/** What a service sends is nearly all whole text; the rest is what ws has to judge. */
const frame: fc.Arbitrary<Frame> = fc.record({
  first: fc.oneof(
    { weight: 30, arbitrary: fc.constant(0x81) },
    { weight: 10, arbitrary: fc.constantFrom(0x01, 0x00, 0x80, 0x82, 0x89, 0x8a) },
    { weight: 1, arbitrary: fc.constantFrom(0x88, 0x09, 0xc1, 0x83, 0xf1) },
  ),
  payload: fc.oneof(
    { weight: 30, arbitrary: text.map((string) => Buffer.from(string)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)) },
  ),
  isMasked: fc.oneof({ weight: 60, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  width: fc.constantFrom<Frame['width']>('shortest', 'shortest', 'shortest', 2, 8),
});

function bytesOf({ first, payload, isMasked, width }: Frame): Buffer {
  const isControl = (first & 0x08) !== 0;
  const content = isControl ? payload.subarray(0, 100) : payload;
  const shortest = content.length < 126 ? 0 : content.length < 65_536 ? 2 : 8;
  const bytes = isControl ? 0 : Math.max(shortest, width === 'shortest' ? 0 : width);
  const length = Buffer.alloc(bytes);
  if (bytes > 0) length.writeUIntBE(content.length, Math.max(0, bytes - 6), Math.min(6, bytes));
  const coded = bytes === 0 ? content.length : bytes === 2 ? 126 : 127;
  const mask = isMasked ? Buffer.alloc(4) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from([first, coded | (isMasked ? 0x80 : 0)]), length, mask, content]);
}

/** The bytes in pieces, as a network may deliver them. */
const stream = fc
  .record({
    frames: fc.array(frame, { maxLength: 40 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
    tinyFrom: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ frames, cuts, tinyFrom }) => {
    const bytes = Buffer.concat(frames.map(bytesOf));
    const places = cuts.map((cut) => Math.floor(cut * bytes.length));
    const tiny = Math.floor((tinyFrom ?? 0) * bytes.length);
    if (tinyFrom !== null) places.push(...Array.from({ length: 40 }, (_, step) => tiny + step));
    const ordered = [0, ...places.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length];
    return ordered.slice(1).map((end, index) => bytes.subarray(ordered[index], end));
  });

/** Writes pieces so that each is read by itself, and then ends the connection. */
async function deliver({ raw }: ServiceSocket, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (!raw.writable) return;
    raw.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  raw.end();
}

async function heardByGateway(service: Service, pieces: readonly Buffer[]): Promise<unknown[]> {
  const heard: unknown[] = [];
  let end: ((how: SocketEnd) => void) | undefined;
  const ended = new Promise<SocketEnd>((resolve) => {
    end = resolve;
  });
  new GatewaySocket(url(service), 'Bot x', 5_000, {
    opened: () => undefined,
    arrived: () => undefined,
    text: (frame) => (frame.isValid ? heard.push(frame.bytes.toString('latin1')) : undefined),
    binary: () => heard.push('binary'),
    ended: (how) => end?.(how),
  });
  await deliver(await service.sockets.next(), pieces);
  const how = await ended;
  return [...heard, how.kind === 'failed' ? how.cause.message : how];
}

/** The judge: ws alone. */
async function heardByWs(service: Service, pieces: readonly Buffer[]): Promise<unknown[]> {
  const heard: unknown[] = [];
  const options = { perMessageDeflate: false, autoPong: false, maxPayload: 8 * 1024 * 1024, closeTimeout: 1_000 };
  const socket = new WebSocket(url(service), options);
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure ??= error;
  });
  socket.on('message', (data: Buffer, isBinary) => heard.push(isBinary ? 'binary' : data.toString('latin1')));
  const closed = new Promise<[number, Buffer]>((resolve) => {
    socket.on('close', (code, reason) => resolve([code, reason]));
  });
  await deliver(await service.sockets.next(), pieces);
  const [code, reason] = await closed;
  const isFailure = code === 1006 && failure !== undefined;
  return [...heard, isFailure ? failure?.message : { kind: 'closed', code, reason: reason.toString() }];
}

test('whatever frames come, whole, in pieces or against the rules, and however they are cut, what is heard is what ws alone hears', async () => {
  await using service = await Service.start();
  service.ready = null;
  await fc.assert(
    fc.asyncProperty(stream, async (pieces) => {
      expect(await heardByGateway(service, pieces)).toEqual(await heardByWs(service, pieces));
    }),
    { numRuns: 150 },
  );
});

test('whole text frames never reach ws', async () => {
  await using service = await Service.start();
  service.ready = null;
  const heard = new EventEmitter();
  const socket = new GatewaySocket(url(service), 'Bot x', 5_000, {
    opened: () => undefined,
    arrived: () => undefined,
    text(frame) {
      const wsIsInStack = new Error('who calls').stack?.includes('receiver.js');
      heard.emit('text', { text: frame.bytes.toString(), wsIsInStack });
    },
    binary: () => undefined,
    ended: () => undefined,
  });
  const accepted = await service.sockets.next();
  const whole = once(heard, 'text');
  accepted.socket.send('whole');
  expect(await whole).toEqual([{ text: 'whole', wsIsInStack: false }]);
  const pieced = once(heard, 'text');
  accepted.socket.send('in ', { fin: false });
  accepted.socket.send('pieces', { fin: true });
  expect(await pieced).toEqual([{ text: 'in pieces', wsIsInStack: true }]);
  socket.drop();
});

test('what comes after this side asked to close is left to ws, in the middle of a segment too', async () => {
  await using service = await Service.start();
  service.ready = null;
  const heard: string[] = [];
  const ended = new Promise<SocketEnd>((resolve) => {
    const socket = new GatewaySocket(url(service), 'Bot x', 5_000, {
      opened: () => undefined,
      arrived: () => undefined,
      text(frame) {
        heard.push(frame.bytes.toString());
        if (heard.length === 1) socket.close(1000);
      },
      binary: () => undefined,
      ended: resolve,
    });
  });
  const accepted = await service.sockets.next();
  accepted.raw.cork();
  for (const word of ['one', 'two', 'three']) accepted.socket.send(word);
  accepted.raw.uncork();
  expect(await ended).toEqual({ kind: 'closed', code: 1000, reason: '' });
  expect(heard).toEqual(['one', 'two', 'three']);
});
