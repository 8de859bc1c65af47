import { randomUUID } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { Endpoint } from '@botwright/protocol';
import { FileUnreadable } from '../errors.js';
import type { Call } from './call.js';
import { contentOf, isRepeatable, lengthOf } from './file-content.js';
import type { FileToSend } from './file-to-send.js';

/**
 * Hears how far the files of a call have gone out.
 * @param totalBytes - Undefined where a stream did not say its length.
 */
export type ProgressListener = (bytesSent: number, totalBytes: number | undefined) => void;

export type Parts = Readonly<Record<string, string | FileToSend>>;

/** A body on its way out, once. */
export interface OpenBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable;
  /** Closes every file, whether it was read or not. */
  close(): void;
}

type Segment = Buffer | FileToSend;

/** A body of type multipart/form-data, which is read as it goes out and never held whole. */
export class MultipartBody {
  readonly #boundary = `botwright-${randomUUID()}`;
  #taken: readonly Segment[] | undefined;
  #wasRead = false;

  constructor(
    private readonly operation: Endpoint,
    private readonly parts: Parts,
    private readonly onProgress: ProgressListener | undefined,
  ) {}

  /** Taken apart late: until the call begins nobody has looked at what was given as parts. */
  get #segments(): readonly Segment[] {
    this.#taken ??= segmentsOf(this.parts, this.#boundary);
    return this.#taken;
  }

  /**
   * Makes the body ready for an attempt of a call. What goes wrong while it is read aborts the call.
   * @throws {FileUnreadable} when a file is not there, or is a stream that an earlier attempt has read from.
   */
  async open(call: Call): Promise<OpenBody> {
    const lengths = await this.#lengths();
    const closing = new AbortController();
    const run = { call, lengths, totalBytes: sum(lengths.values()), bytesSent: 0, closed: closing.signal };
    const content = Readable.from(this.#read(run), { objectMode: false });
    // Whatever it is, the call was aborted with it; an error that nobody listens to would end the process.
    content.on('error', () => undefined);
    return {
      headers: this.#headers(run.totalBytes),
      content,
      close: () => {
        closing.abort();
        content.destroy();
      },
    };
  }

  #headers(fileBytes: number | undefined): Record<string, string> {
    const type = { 'content-type': `multipart/form-data; boundary=${this.#boundary}` };
    if (fileBytes === undefined) return type;
    const frame = sum(this.#segments.filter(Buffer.isBuffer).map((segment) => segment.length)) ?? 0;
    return { ...type, 'content-length': String(frame + fileBytes) };
  }

  async #lengths(): Promise<ReadonlyMap<FileToSend, number | undefined>> {
    const lengths = new Map<FileToSend, number | undefined>();
    for (const file of this.#segments) {
      if (Buffer.isBuffer(file)) continue;
      if (this.#wasRead && !isRepeatable(file.source)) {
        throw this.#unreadable(file, 'it is a stream that was read already, and the service wants it again');
      }
      try {
        lengths.set(file, await lengthOf(file));
      } catch (cause) {
        throw this.#unreadable(file, describe(cause), { cause });
      }
    }
    return lengths;
  }

  async *#read(run: Run): AsyncGenerator<Uint8Array> {
    this.#wasRead = true;
    for (const segment of this.#segments) {
      if (Buffer.isBuffer(segment)) yield segment;
      else yield* this.#readFile(segment, run);
    }
  }

  async *#readFile(file: FileToSend, run: Run): AsyncGenerator<Uint8Array> {
    const length = run.lengths.get(file);
    let read = 0;
    try {
      for await (const piece of addAbortSignal(run.closed, contentOf(file.source))) {
        const bytes = bytesOf(piece);
        read += bytes.byteLength;
        if (length !== undefined && read > length) break;
        yield bytes;
        this.#report(bytes.byteLength, run);
      }
      if (length !== undefined && read !== length) throw new Error(lengthProblem(read, length));
    } catch (cause) {
      // A body that was closed half read, because the answer came early, is no failure of the file.
      if (!run.closed.aborted) run.call.abort(this.#unreadable(file, describe(cause), { cause }));
      throw cause;
    }
  }

  #report(bytes: number, run: Run): void {
    run.bytesSent += bytes;
    run.call.restart();
    try {
      this.onProgress?.(run.bytesSent, run.totalBytes);
    } catch (error) {
      run.call.abort(error);
      throw error;
    }
  }

  #unreadable(file: FileToSend, problem: string, options?: ErrorOptions): FileUnreadable {
    return new FileUnreadable(this.operation, file.name, problem, options);
  }
}

/** One reading of a body. */
interface Run {
  readonly call: Call;
  readonly lengths: ReadonlyMap<FileToSend, number | undefined>;
  /** Of the files together. */
  readonly totalBytes: number | undefined;
  bytesSent: number;
  readonly closed: AbortSignal;
}

/** Texts come first, so that a server knows them when a file begins. */
function segmentsOf(parts: Parts, boundary: string): Segment[] {
  const entries = Object.entries(parts);
  const texts = entries.filter(([, value]) => typeof value === 'string') as [string, string][];
  const files = entries.filter(([, value]) => typeof value !== 'string') as [string, FileToSend][];
  return [
    ...texts.map(([name, text]) => {
      return Buffer.from(`--${boundary}\r\n${disposition({ name })}\r\n\r\n${text}\r\n`);
    }),
    ...files.flatMap(([name, file]) => {
      const head = `${disposition({ name, filename: file.name })}\r\ncontent-type: ${file.type}\r\n\r\n`;
      return [Buffer.from(`--${boundary}\r\n${head}`), file, Buffer.from('\r\n')];
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ];
}

function disposition(parameters: Record<string, string>): string {
  const given = Object.entries(parameters).map(([name, value]) => `; ${name}="${quotable(value)}"`);
  return `content-disposition: form-data${given.join('')}`;
}

/** Percent-encodes what would end the quoted text or its line, as browsers do, and the backslash, which some unescape. */
function quotable(value: string): string {
  return value.toWellFormed().replace(/["\\\p{Cc}]/gu, encodeURIComponent);
}

function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  if (typeof piece === 'string') return Buffer.from(piece);
  throw new Error('it gave something that is not bytes');
}

function lengthProblem(read: number, length: number): string {
  return `${read > length ? 'more than' : `only ${read} of`} ${length} bytes came`;
}

/** Undefined when one of the numbers is. */
function sum(numbers: Iterable<number | undefined>): number | undefined {
  let total = 0;
  for (const number of numbers) {
    if (number === undefined) return undefined;
    total += number;
  }
  return total;
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
