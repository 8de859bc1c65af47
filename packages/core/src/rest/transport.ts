import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Pool } from 'undici';
import { TransportFailed } from '../errors.js';

export interface TransportRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is to be read as it goes out; the headers then say its length, where it is known. */
  readonly body: string | Readable | undefined;
  /** Whoever waits wants no answer any more: reject with the signal's reason. */
  readonly signal: AbortSignal;
}

export interface TransportReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer | string;
  /** The body was longer than a transport takes, and `body` is its beginning. */
  readonly truncated?: boolean;
}

/**
 * Sends one HTTP request and brings the whole reply, whatever its status.
 * @throws {TransportFailed} when there is no reply; any other error counts as one that may have reached the service.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

export interface PooledTransport {
  readonly send: Transport;
  /** Closes the connections now; requests that are under way fail. */
  close(): Promise<void>;
}

const poolOptions = {
  connections: 16,
  connect: { timeout: 5_000 },
  headersTimeout: 15_000,
  bodyTimeout: 30_000,
} as const satisfies Pool.Options;

const longestBody = 8 * 1024 * 1024;

/** A transport over a pool of kept connections to one origin. It follows no redirects. */
export function createTransport(origin: string): PooledTransport {
  const pool = new Pool(origin, poolOptions);
  return {
    send: (request) => new Promise((resolve, reject) => new Exchange(request, resolve, reject).start(pool)),
    close: () => pool.destroy(),
  };
}

/** One request and its reply: undici's cheapest form, a handler of its own without streams. */
class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: TransportReply['headers'] = {};
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(
    private readonly request: TransportRequest,
    private readonly resolve: (reply: TransportReply) => void,
    private readonly reject: (reason: unknown) => void,
  ) {}

  start(pool: Pool): void {
    const { method, path, headers, body, signal } = this.request;
    if (signal.aborted) {
      this.reject(signal.reason);
      return;
    }
    signal.addEventListener('abort', this.#abort, { once: true });
    pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null }, this);
  }

  /** Called right before the request is written; what fails earlier was never sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.request.signal.aborted) controller.abort(asError(this.request.signal.reason));
  }

  onResponseStart(_controller: unknown, status: number, headers: TransportReply['headers']): void {
    // A reply such as 103 comes before the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= longestBody) {
      this.#chunks.push(chunk);
      return;
    }
    this.#settle(() => this.resolve({ ...this.#reply(), truncated: true }));
    controller.abort(new Error(`The body is longer than ${longestBody} bytes`));
  }

  onResponseEnd(): void {
    this.#settle(() => this.resolve(this.#reply()));
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#settle(() => this.reject(new TransportFailed(this.#controller ? 'unknown' : 'no', error)));
  }

  // An arrow function, so that it can be removed again.
  readonly #abort = (): void => {
    const { reason } = this.request.signal;
    this.#settle(() => this.reject(reason));
    this.#controller?.abort(asError(reason));
  };

  // A promise settles once, so a second end, such as the error that follows an abort, changes nothing.
  #settle(end: () => void): void {
    this.request.signal.removeEventListener('abort', this.#abort);
    end();
  }

  #reply(): TransportReply {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first;
    return { status: this.#status, headers: this.#headers, body };
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
