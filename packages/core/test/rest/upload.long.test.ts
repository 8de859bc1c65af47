import { createReadStream } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSource, FileUnreadable } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { memoryGrowth } from '../support/memory.js';

const gibibyte = 2 ** 30;
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
  path = join(folder, 'sparse.png');
  await writeFile(path, '');
  await truncate(path, gibibyte);
});
afterEach(() => rm(folder, { recursive: true }));

async function lengthOf(request: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  return length;
}

/** A service that takes uploads and keeps nothing of them but their length. */
async function drain() {
  const lengths: number[] = [];
  const server = createServer(async (request, response) => {
    const length = await lengthOf(request).catch(() => undefined);
    if (length === undefined) return;
    lengths.push(length);
    response.end(JSON.stringify({ url: 'https://cdn.example/a.png' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    lengths,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function* endless(length = gibibyte) {
  const piece = Buffer.alloc(64 * 1024);
  for (let left = length; left > 0; left -= piece.length) yield piece;
}

describe('#43 an upload of 1 GiB takes no more than 32 MiB of memory', () => {
  const sources: readonly [string, () => FileSource][] = [
    ['a sparse file', () => path],
    ['a stream of a file', () => createReadStream(path)],
    ['a stream of no known length', () => Readable.from(endless())],
    ['a stream of the web', () => ReadableStream.from(endless())],
  ];
  test.each(sources)('from %s', async (_, source) => {
    await using service = await drain();
    await using client = clientOf(service);
    // V8 gives itself room for young objects as they come by, whatever they are: that room is not the upload's.
    await client.api.attachments.upload(Readable.from(endless(gibibyte / 2)));
    const growth = await memoryGrowth(async () => {
      const attachment = await client.api.attachments.upload(source());
      expect(attachment.fileSizeBytes).toBe(gibibyte);
    });
    expect(service.lengths[1]).toBeGreaterThan(gibibyte);
    expect(growth).toBeLessThanOrEqual(32);
  });
});

describe('#43 an upload that breaks off', () => {
  async function* breaking() {
    for await (const piece of endless()) {
      yield piece;
      if (Math.random() < 0.01) throw new Error('the disk is gone');
    }
  }

  test('is a typed error, 50 times, and nothing of it stays', async () => {
    await using service = await drain();
    await using client = clientOf(service);
    await client.api.attachments.upload(Readable.from(endless(gibibyte / 2)));
    const growth = await memoryGrowth(async () => {
      for (let time = 0; time < 50; time += 1) {
        expect(await failure(client.api.attachments.upload(Readable.from(breaking())))).toBeInstanceOf(FileUnreadable);
      }
    });
    expect(service.lengths).toHaveLength(1);
    expect(growth).toBeLessThanOrEqual(32);
    expect(await client.api.attachments.upload(Buffer.from('x'))).toMatchObject({ fileSizeBytes: 1 });
  });
});
