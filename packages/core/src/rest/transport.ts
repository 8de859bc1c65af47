import { Readable } from 'node:stream';
import { systemClock } from '@botwright/clock';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { TransportFailed } from '../errors.js';
import { asError } from './as-error.js';
import type { Attempt } from './attempt.js';
import { connectorWithin } from './connect.js';
import { type Dated, Deadlines } from './deadlines.js';
import { Stalled } from './stalled.js';

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
  readonly send: (request: Attempt) => Promise<TransportReply>;
  /** Gets ready what the first request would have to wait for. What fails then is told by that request. */
  readonly prepare: () => Promise<void>;
  /** Closes the connections now; requests that are under way fail. */
  close(): Promise<void>;
}

/** How long each phase of a request may take before it counts as stalled. */
export interface PhaseTimeouts {
  /** For TCP, and as long again for TLS. */
  readonly connectTimeoutMs: number;
  /** From the end of the request to the answer's headers. */
  readonly headersTimeoutMs: number;
  /** Between two pieces of the answer's body. */
  readonly bodyTimeoutMs: number;
}

export const defaultTimeouts = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 30_000,
} as const satisfies PhaseTimeouts;

/** What makes a connection of the pool. */
export type Connector = buildConnector.connector;

const connections = 16;

const longestBody = 8 * 1024 * 1024;

/** Loads in half the time of the whole of undici, with its fetch, its caches and its WebSocket. */
const poolModule = 'undici/lib/dispatcher/pool.js';
const connectModule = 'undici/lib/core/connect.js';

/**
 * A transport over a pool of kept connections to one origin. It follows no redirects. The pool is loaded by `prepare` or
 * the first request: what comes before that, such as READY, comes sooner.
 */
export function createTransport(origin: string, timeouts: PhaseTimeouts): PooledTransport {
  let pool: Pool | undefined;
  let opening: Promise<Pool> | undefined;
  // The timers of undici come up to half a second late.
  const terms = { timeouts, deadlines: new Deadlines(systemClock) };
  const open = async (): Promise<Pool> => {
    pool = await createPool(origin, timeouts);
    return pool;
  };
  return {
    send(request) {
      if (pool) return exchange(pool, request, terms);
      opening ??= open();
      return opening.then((opened) => exchange(opened, request, terms));
    },
    async prepare() {
      opening ??= open();
      await opening;
    },
    async close() {
      await (await opening)?.destroy();
    },
  };
}

async function createPool(origin: string, { connectTimeoutMs }: PhaseTimeouts): Promise<Pool> {
  const [pools, connectors]: [{ default: typeof Pool }, { default: typeof buildConnector }] = await Promise.all([
    import(poolModule),
    import(connectModule),
  ]);
  return new pools.default(origin, {
    connections,
    connect: connectorWithin(connectTimeoutMs, connectors.default({ timeout: 0 })),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface ExchangeTerms {
  readonly timeouts: PhaseTimeouts;
  readonly deadlines: Deadlines;
}

function exchange(pool: Pool, request: Attempt, terms: ExchangeTerms): Promise<TransportReply> {
  return new Promise((resolve, reject) => new Exchange(request, terms, resolve, reject).start(pool));
}

/** One request and its reply: undici's cheapest form, a handler of its own without streams. */
class Exchange implements Dispatcher.DispatchHandler, Dated {
  dueAt = Number.POSITIVE_INFINITY;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: TransportReply['headers'] = {};
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(
    private readonly request: Attempt,
    private readonly terms: ExchangeTerms,
    private readonly resolve: (reply: TransportReply) => void,
    private readonly reject: (reason: unknown) => void,
  ) {}

  start(pool: Pool): void {
    const { method, path, headers, body, cancelReason } = this.request;
    if (cancelReason !== undefined) {
      this.reject(cancelReason);
      return;
    }
    this.request.onCancel = (reason) => this.#cancel(reason);
    pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null }, this);
  }

  /** Called right before the request is written; what fails earlier was never sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { cancelReason } = this.request;
    if (cancelReason !== undefined) {
      controller.abort(asError(cancelReason));
      return;
    }
    // The service need not answer before it has read all of a stream.
    if (!(this.request.body instanceof Readable)) this.#expect(this.terms.timeouts.headersTimeoutMs);
  }

  onRequestSent(): void {
    if (this.#status === 0) this.#expect(this.terms.timeouts.headersTimeoutMs);
  }

  onResponseStart(_controller: unknown, status: number, headers: TransportReply['headers']): void {
    // A reply such as 103 comes before the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#expect(this.terms.timeouts.bodyTimeoutMs);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= longestBody) {
      this.dueAt = systemClock.monotonic() + this.terms.timeouts.bodyTimeoutMs;
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

  expire(): void {
    const stalled = new Stalled(this.#status === 0 ? 'headers' : 'body');
    this.#settle(() => this.reject(new TransportFailed('unknown', stalled)));
    this.#controller?.abort(stalled);
  }

  /** Something has to come within this time. */
  #expect(ms: number): void {
    this.dueAt = systemClock.monotonic() + ms;
    this.terms.deadlines.watch(this);
  }

  #cancel(reason: unknown): void {
    this.#settle(() => this.reject(reason));
    this.#controller?.abort(asError(reason));
  }

  // A promise settles once, so a second end, such as the error that follows an abort, changes nothing.
  #settle(end: () => void): void {
    this.request.onCancel = undefined;
    this.terms.deadlines.unwatch(this);
    end();
  }

  #reply(): TransportReply {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first;
    return { status: this.#status, headers: this.#headers, body };
  }
}
