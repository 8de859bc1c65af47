import { basename, extname } from 'node:path';
import { OptionInvalid } from '../errors.js';

/** Where a file comes from: its path, a blob, bytes, or a stream of bytes, which is read once. */
export type FileSource = string | Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** What to say of a file. */
export interface FileDetails {
  /** Default: the end of the path, the name that the blob has, or `file`. */
  readonly name?: string | undefined;
  /** The content type. Default: the blob's, else by the name, else `application/octet-stream`. */
  readonly type?: string | undefined;
  /** The length of a stream, where it is known beforehand; a stream of another length is an error. */
  readonly sizeBytes?: number | undefined;
}

/** A file as a part of a call: what `fileToSend` makes. */
export interface FileToSend {
  readonly source: FileSource;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes?: number | undefined;
}

const unknownType = 'application/octet-stream';

const typeByExtension: ReadonlyMap<string, string> = new Map([
  ['.gif', 'image/gif'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
]);

/** A content type with its parameters, on one line. */
const contentType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[\x20-\x7e]*)?$/;

/**
 * Fills in what was not said of a file.
 * @throws {OptionInvalid} for a content type or a length that cannot be one.
 */
export function fileToSend(source: FileSource, { name, type, sizeBytes }: FileDetails = {}): FileToSend {
  const shownName = name ?? nameOf(source);
  const shownType = type ?? typeOf(source, shownName);
  if (!contentType.test(shownType)) throw new OptionInvalid('type', shownType, 'a content type such as image/png');
  if (sizeBytes !== undefined && !(Number.isSafeInteger(sizeBytes) && sizeBytes >= 0)) {
    throw new OptionInvalid('sizeBytes', sizeBytes, 'a whole number of bytes');
  }
  return { source, name: shownName, type: shownType, sizeBytes };
}

function nameOf(source: FileSource): string {
  const name = typeof source === 'string' ? basename(source) : source instanceof File ? source.name : '';
  return name || 'file';
}

function typeOf(source: FileSource, name: string): string {
  const own = source instanceof Blob ? source.type : '';
  return own || (typeByExtension.get(extname(name).toLowerCase()) ?? unknownType);
}
