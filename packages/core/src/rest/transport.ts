import type { Readable } from 'node:stream';
import { systemClock } from '@botwright/clock';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { TransportFailed } from '../errors.js';
import type { Attempt } from './attempt.js';
import { connectorWithin } from './connect.js';
import { Deadlines } from './deadlines.js';
import { type ExchangeTerms, exchange } from './exchange.js';
import type { Outcome } from './retry.js';

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
  /** Resolves with whatever came of it, failures too; rejects only with the reason for which it was given up. */
  readonly send: (request: Attempt) => Promise<Outcome>;
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

/** What hears of a request on its way. */
export type Handler = Dispatcher.DispatchHandler;
export type Controller = Dispatcher.DispatchController;
export type Method = Dispatcher.HttpMethod;
export type { Pool };

/** What makes a connection of the pool. */
export type Connector = buildConnector.connector;

const connections = 16;

/** Loads in half the time of the whole of undici, with its fetch, its caches and its WebSocket. */
const poolModule = 'undici/lib/dispatcher/pool.js';
const connectModule = 'undici/lib/core/connect.js';

/**
 * A transport over a pool of kept connections to one origin. It follows no redirects. The pool is loaded by `prepare` or
 * the first request: what comes before that, such as READY, comes sooner.
 */
export function createTransport(origin: string, timeouts: PhaseTimeouts): PooledTransport {
  let pools: Pools | undefined;
  let opening: Promise<Pools> | undefined;
  // The timers of undici come up to half a second late.
  const terms: ExchangeTerms = { timeouts, deadlines: new Deadlines(systemClock) };
  const open = async (): Promise<Pools> => {
    pools = await createPools(origin, timeouts);
    return pools;
  };
  return {
    send(request) {
      if (pools) return exchange(poolFor(request, pools), request, terms);
      opening ??= open();
      return opening.then(
        (opened) => exchange(poolFor(request, opened), request, terms),
        (error) => new TransportFailed('unknown', error),
      );
    },
    async prepare() {
      opening ??= open();
      await opening;
    },
    async close() {
      const opened = await opening;
      await Promise.all([opened?.kept.destroy(), opened?.fresh.destroy()]);
    },
  };
}

interface Pools {
  readonly kept: Pool;
  /** Makes a connection for each request. */
  readonly fresh: Pool;
}

/** What is repeated goes out on a new connection: one that was kept may be closed at the moment of its use. */
function poolFor({ isRepeated }: Attempt, { kept, fresh }: Pools): Pool {
  return isRepeated ? fresh : kept;
}

async function createPools(origin: string, { connectTimeoutMs }: PhaseTimeouts): Promise<Pools> {
  const [pools, connectors]: [{ default: typeof Pool }, { default: typeof buildConnector }] = await Promise.all([
    import(poolModule),
    import(connectModule),
  ]);
  const options = {
    connections,
    connect: connectorWithin(connectTimeoutMs, connectors.default({ timeout: 0 })),
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return {
    kept: new pools.default(origin, options),
    fresh: new pools.default(origin, { ...options, maxRequestsPerClient: 1 }),
  };
}
