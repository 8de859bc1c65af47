import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FileSource, FileToSend } from './file-to-send.js';

const pieceBytes = 64 * 1024;

/** Whether a source can be read again from its beginning. */
export function isRepeatable(source: FileSource): boolean {
  return typeof source === 'string' || source instanceof Blob || source instanceof Uint8Array;
}

/** The length of a file in bytes, where it can be known before it is read. */
export async function lengthOf({ source, sizeBytes }: FileToSend): Promise<number | undefined> {
  if (source instanceof Blob) return source.size;
  if (source instanceof Uint8Array) return source.byteLength;
  if (typeof source !== 'string') return sizeBytes;
  const info = await stat(source);
  // A pipe or a device may never end.
  if (!info.isFile()) throw new Error('it is not a regular file');
  return info.size;
}

/** The file's bytes in pieces, read as they are taken. Destroying the stream closes what it reads from. */
export function contentOf(source: FileSource): Readable {
  if (typeof source === 'string') return createReadStream(source);
  if (source instanceof Uint8Array) return Readable.from(pieces(source));
  if (source instanceof Readable) return source;
  const stream = source instanceof Blob ? source.stream() : source;
  // The global type and the one of node:stream/web describe the same class.
  return stream instanceof ReadableStream ? Readable.fromWeb(stream as never) : Readable.from(stream);
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}
