import type { Clock, Transport, TransportReply, TransportRequest, VirtualClock } from '../../src/index.js';
import { message } from './shapes.js';

export interface Limits {
  readonly limit: number;
  readonly windowMs: number;
  /** What shares a limit; default: each path. */
  readonly key?: (request: TransportRequest) => string;
  /** How the service tells: with each answer, or only when it refuses. */
  readonly tells: 'always' | 'refusals';
  /** How long a request, and an answer, is on its way. */
  readonly latencyMs?: number;
}

/** A service that takes so many requests in any stretch of time, and refuses the others. */
export class LimitedService {
  refused = 0;
  served = 0;
  /** The refusals of each limit. */
  readonly refusals = new Map<string, number>();
  readonly #served = new Map<string, number[]>();

  constructor(
    private readonly clock: Pick<Clock, 'monotonic' | 'sleep'>,
    private readonly limits: Limits,
  ) {}

  readonly transport: Transport = async (request) => {
    const { latencyMs = 10 } = this.limits;
    if (latencyMs === 0) return this.#answer(request);
    await this.clock.sleep(latencyMs);
    const reply = this.#answer(request);
    await this.clock.sleep(latencyMs);
    return reply;
  };

  #answer(request: TransportRequest): TransportReply {
    const { limit, windowMs, tells, key = ({ path }) => path } = this.limits;
    const now = this.clock.monotonic();
    const name = key(request);
    const recent = (this.#served.get(name) ?? []).filter((at) => at > now - windowMs);
    this.#served.set(name, recent);
    const isRefused = recent.length >= limit;
    if (!isRefused) recent.push(now);
    const resetSeconds = ((recent[0] ?? now) + windowMs - now) / 1_000;
    const notice = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - recent.length),
      'x-ratelimit-reset-after': String(resetSeconds),
    };
    const headers = tells === 'always' ? notice : {};
    if (!isRefused) {
      this.served += 1;
      return { status: 200, headers, body: JSON.stringify({ success: true, message: message(), messages: [] }) };
    }
    this.refused += 1;
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
    return { status: 429, headers, body: JSON.stringify({ retry_after: resetSeconds }) };
  }
}

/** Moves time on, from timer to timer, until a promise settles that waits for nothing but time. */
export async function inTime<Value>(clock: VirtualClock, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isSettled) return await settled;
    await clock.advance(clock.nextInMs ?? 0);
  }
}

/** Makes calls, so many at a time, until so many were made. */
export async function keepCalling(
  count: number,
  concurrency: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < count) {
      next += 1;
      await call(next - 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
}
