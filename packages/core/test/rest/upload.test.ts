import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FileSource,
  FileUnreadable,
  OptionInvalid,
  OutcomeUnknown,
  RequestTimedOut,
  VirtualClock,
} from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { formOf } from '../support/form.js';
import { type ReceivedRequest, Service } from '../support/service.js';

const url = 'https://cdn.example/a.png';
const bytes = randomBytes(300_000);
const answer = { body: { success: true, url } };

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
  path = join(folder, 'tea.png');
  await writeFile(path, bytes);
});
afterEach(() => rm(folder, { recursive: true }));

/** The file that arrived, and what was said of it. */
async function arrived(request: Pick<ReceivedRequest, 'bytes' | 'headers'> | undefined, part = 'image') {
  if (!request) throw new Error('nothing arrived');
  const file = (await formOf(request)).get(part);
  if (!(file instanceof File)) throw new Error(`${part} is no file`);
  return { name: file.name, type: file.type, content: Buffer.from(await file.arrayBuffer()) };
}

async function* inPieces(whole: Buffer, size = 50_000): AsyncGenerator<Buffer> {
  for (let start = 0; start < whole.length; start += size) yield whole.subarray(start, start + size);
}

/** A stream that gives a piece and then nothing, without an end. */
function stalled(): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(Buffer.alloc(1_000));
  return stream;
}

describe('a file goes out', () => {
  type Make = () => FileSource;
  const known: readonly [string, Make, object][] = [
    ['by its path', () => path, { name: 'tea.png', type: 'image/png' }],
    ['as bytes', () => new Uint8Array(bytes), { name: 'file', type: 'application/octet-stream' }],
    ['as a Buffer', () => bytes, { name: 'file', type: 'application/octet-stream' }],
    ['as a Blob', () => new Blob([bytes], { type: 'image/gif' }), { name: 'file', type: 'image/gif' }],
    ['as a File', () => new File([bytes], 'cup.webp'), { name: 'cup.webp', type: 'image/webp' }],
  ];
  test.each(known)('%s, with its length said beforehand', async (_, source, told) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => answer;
    const attachment = await client.api.attachments.upload(source());
    const [request] = service.requests;
    expect(await arrived(request)).toEqual({ ...told, content: bytes });
    expect(request?.headers['content-length']).toBe(String(request?.bytes.length));
    expect(attachment).toEqual({ url, name: (told as { name: string }).name, fileSizeBytes: bytes.length });
  });

  const streams: readonly [string, Make][] = [
    ['a stream of Node', () => createReadStream(path)],
    ['a stream of the web', () => new Blob([bytes]).stream()],
    ['anything that gives bytes', () => inPieces(bytes)],
  ];
  describe.each(streams)('from %s', (_, source) => {
    test('in chunks when its length is not known', async () => {
      await using service = await Service.start();
      await using client = clientOf(service);
      service.respond = () => answer;
      const attachment = await client.api.attachments.upload(source(), { name: 'tea.png' });
      const [request] = service.requests;
      expect(await arrived(request)).toEqual({ name: 'tea.png', type: 'image/png', content: bytes });
      expect(request?.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
      expect(attachment).toEqual({ url, name: 'tea.png', fileSizeBytes: bytes.length });
    });

    test('with its length when that is known', async () => {
      await using service = await Service.start();
      await using client = clientOf(service);
      service.respond = () => answer;
      await client.api.attachments.upload(source(), { sizeBytes: bytes.length });
      const [request] = service.requests;
      expect((await arrived(request)).content).toEqual(bytes);
      expect(request?.headers['content-length']).toBe(String(request?.bytes.length));
    });
  });

  test.each<[string, Make]>([
    ['a path', () => path],
    ['bytes', () => new Uint8Array()],
    ['a stream', () => Readable.from([])],
  ])('also when it is empty: %s', async (_, source) => {
    await truncate(path);
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => answer;
    expect(await client.api.attachments.upload(source())).toMatchObject({ fileSizeBytes: 0 });
    expect((await arrived(service.requests[0])).content).toHaveLength(0);
  });

  test('behind the text parts, under the names of the contract', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const emoji = { id: 'e', name: 'tea', createdBy: 'u', url, createdAt: '2026-01-01T00:00:00.000Z' };
    service.respond = () => ({ body: { emoji } });
    await client.api.reactions.create('t', { name: 'tea', image: path, fileName: 'cup.gif' });
    const [request] = service.requests as [ReceivedRequest];
    expect([...(await formOf(request)).entries()].map(([name]) => name)).toEqual(['name', 'emoji']);
    expect(await arrived(request, 'emoji')).toMatchObject({ name: 'cup.gif', type: 'image/gif', content: bytes });
  });

  test('with any name and any text, and no other part comes of it', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => answer;
    const nasty = fc.constantFrom('"', '\r\n', '\\', '"; filename="b', '\r\n\r\n--', '\0', 'ü', '😀', '\ud800', '%22');
    const names = fc.array(fc.oneof(nasty, fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(names, async (pieces) => {
      service.requests.length = 0;
      const name = pieces.join('') || 'file';
      await client.api.attachments.upload(Buffer.from('x'), { name });
      const [request] = service.requests as [ReceivedRequest];
      expect([...(await formOf(request)).keys()]).toEqual(['type', 'image']);
      const [line = ''] = /^content-disposition: .*filename=.*$/m.exec(request.body) ?? [];
      const [, shown = ''] = /filename="([^"\\\p{Cc}]*)"\r?$/u.exec(line) ?? [];
      expect(decodeIfEscaped(shown)).toBe(decodeIfEscaped(name.toWellFormed()));
    });
    await fc.assert(property, { numRuns: 200 });
  });

  /** Reading back is not exact by design: a name may itself hold what an escape looks like. */
  function decodeIfEscaped(text: string): string {
    return text.replace(/%(?:[01]\p{Hex}|7F|22|5C|C2%[89]\p{Hex})/gu, decodeURIComponent);
  }
});

describe('progress', () => {
  test('is told after each piece, up to the whole, with the length where it is known', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => answer;
    const ofPath: (readonly [number, number | undefined])[] = [];
    const ofStream: (readonly [number, number | undefined])[] = [];
    await client.api.attachments.upload(path, {}, { onProgress: (sent, total) => ofPath.push([sent, total]) });
    const listen = (sent: number, total: number | undefined) => ofStream.push([sent, total]);
    await client.api.attachments.upload(inPieces(bytes, 100_000), {}, { onProgress: listen });
    expect(ofStream).toEqual([100_000, 200_000, 300_000].map((sent) => [sent, undefined]));
    expect(ofPath.length).toBeGreaterThan(3);
    expect(ofPath.at(-1)).toEqual([300_000, 300_000]);
    expect(ofPath.map(([sent]) => sent)).toEqual(ofPath.map(([sent]) => sent).toSorted((a, b) => a - b));
  });

  test('whose listener throws gives the call up with what it threw', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const reason = new Error('enough');
    const onProgress = () => {
      throw reason;
    };
    expect(await failure(client.api.attachments.upload(path, {}, { onProgress }))).toBe(reason);
  });

  test('keeps a slow upload alive: its time begins anew with each piece', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => answer;
    let taken: () => void;
    async function* slowly() {
      for (let piece = 0; piece < 5; piece += 1) {
        const isTaken = new Promise<void>((resolve) => {
          taken = resolve;
        });
        yield Buffer.alloc(10);
        await isTaken;
        await clock.advance(20_000);
      }
    }
    const uploaded = client.api.attachments.upload(slowly(), {}, { onProgress: () => taken() });
    expect(await uploaded).toMatchObject({ fileSizeBytes: 50 });
    expect(clock.pending).toBe(0);
  });
});

describe('an upload that comes to nothing', () => {
  test('because the caller gives it up midway: the stream is closed, and the next call goes through', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => answer;
    const stop = new AbortController();
    const reason = new Error('enough');
    const stream = stalled();
    const onProgress = () => stop.abort(reason);
    const closed = new Promise((resolve) => stream.once('close', resolve));
    expect(await failure(client.api.attachments.upload(stream, {}, { signal: stop.signal, onProgress }))).toBe(reason);
    await closed;
    expect(await client.api.attachments.upload(path)).toMatchObject({ url });
    expect(service.requests).toHaveLength(1);
  });

  test('because nothing more comes from the stream, within the time of a call', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    const stream = stalled();
    const { promise: halfSent, resolve: onProgress } = Promise.withResolvers<void>();
    const error = failure(client.api.attachments.upload(stream, {}, { onProgress: () => onProgress() }));
    await halfSent;
    await clock.advance(29_999);
    expect(stream.destroyed).toBe(false);
    await clock.advance(1);
    expect(await error).toBeInstanceOf(OutcomeUnknown);
    expect(((await error) as OutcomeUnknown).cause).toBeInstanceOf(RequestTimedOut);
    expect(stream.destroyed).toBe(true);
  });

  const broken: readonly [string, () => FileSource, { sizeBytes?: number }, RegExp][] = [
    ['the file is not there', () => join(folder, 'no.png'), {}, /ENOENT/],
    ['the file is a folder', () => folder, {}, /not a regular file/],
    ['the file is a device', () => '/dev/zero', {}, /not a regular file/],
    ['the stream breaks', () => Readable.from(breaking()), {}, /the disk is gone/],
    ['the stream of the web breaks', () => ReadableStream.from(breaking()), {}, /the disk is gone/],
    ['the stream is read by somebody else', () => lockedStream(), {}, /locked/],
    ['the stream gives no bytes', () => Readable.from([{ not: 'bytes' }]), {}, /not bytes/],
    ['the stream is longer than was said', () => inPieces(bytes), { sizeBytes: 60_000 }, /more than 60000 bytes/],
    ['the stream is shorter than was said', () => inPieces(bytes), { sizeBytes: 400_000 }, /only 300000 of 400000/],
  ];
  function lockedStream(): ReadableStream<Uint8Array> {
    const stream = new Blob([bytes]).stream();
    stream.getReader();
    return stream;
  }
  async function* breaking() {
    yield Buffer.alloc(100_000);
    throw new Error('the disk is gone');
  }
  test.each(broken)('because %s', async (_, source, details, problem) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => answer;
    const error = await failure(client.api.attachments.upload(source(), { ...details, name: 'tea.png' }));
    expect(error).toBeInstanceOf(FileUnreadable);
    expect(error).toMatchObject({ code: 'FILE_UNREADABLE', operation: 'uploadAttachment', file: 'tea.png' });
    expect((error as FileUnreadable).problem).toMatch(problem);
    // A body that broke off is no request.
    expect(service.requests).toEqual([]);
    expect(await client.api.attachments.upload(path)).toMatchObject({ url });
  });

  test.each([
    ['type', { type: 'image/png\r\nx: y' }],
    ['type', { type: 'png' }],
    ['sizeBytes', { sizeBytes: -1 }],
    ['sizeBytes', { sizeBytes: 1.5 }],
  ])('because its %s cannot be one', async (option, details) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const error = await failure(client.api.attachments.upload(bytes, details));
    expect(error).toBeInstanceOf(OptionInvalid);
    expect(error).toMatchObject({ option });
    expect(service.requests).toEqual([]);
  });
});

describe('an upload that the service wants again', () => {
  const limited = { status: 429, headers: { 'retry-after': '2' } };

  test('is read again from its beginning', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => (service.requests.length === 1 ? limited : answer);
    const uploaded = client.api.attachments.upload(path);
    await service.arrivals.next();
    await clock.advance(await clock.timerWithin(2_000));
    expect(await uploaded).toMatchObject({ fileSizeBytes: bytes.length });
    expect(await Promise.all(service.requests.map(async (request) => (await arrived(request)).content))).toEqual([
      bytes,
      bytes,
    ]);
  });

  test('fails when it came from a stream, which is gone', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => limited;
    const error = failure(client.api.attachments.upload(createReadStream(path)));
    await service.arrivals.next();
    await clock.advance(await clock.timerWithin(2_000));
    expect(await error).toMatchObject({ code: 'FILE_UNREADABLE', problem: expect.stringContaining('a stream') });
    expect(service.requests).toHaveLength(1);
  });

  test('is sent whole after an answer that came before its end', async () => {
    const clock = new VirtualClock();
    const whole = randomBytes(5_000_000);
    const contents: Buffer[] = [];
    let requests = 0;
    await using server = createServer(async (request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(429, { 'retry-after': '2', connection: 'close' }).end();
      const received = Buffer.concat(await request.toArray().catch(() => []));
      if (requests === 1) return;
      contents.push((await arrived({ bytes: received, headers: request.headers })).content);
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await using client = clientOf({ url: `http://127.0.0.1:${port}` }, { clock });
    const uploaded = client.api.attachments.upload(new Blob([whole]));
    await clock.advance(await clock.timerWithin(2_000));
    expect(await uploaded).toMatchObject({ fileSizeBytes: whole.length });
    expect(contents).toEqual([whole]);
  });
});
