import { type Client, VirtualClock } from '../../src/index.js';
import { clientOf } from './client.js';
import { LimitedService, type Limits } from './limited.js';

export interface SharedLimitTerms extends Limits {
  /** How many channels each client reads in turn, 20 calls at a time. */
  readonly channels: number;
  /** What each client was told. */
  readonly perSecond?: number;
  /** Pauses are named in whole seconds, in a header alone. */
  readonly isRounded?: boolean;
}

const workers = 4;
const windows = 40;

/** Lets four clients that know nothing of each other ask for all they can get of one limit, for forty windows of it. */
export async function refusalsOfShared({ channels, perSecond, isRounded, ...limits }: SharedLimitTerms) {
  const clock = new VirtualClock();
  const service = new LimitedService(clock, limits);
  const endMs = limits.windowMs * windows;
  const stop = new AbortController();
  const refusals: number[][] = [];
  const clients = Array.from({ length: workers }, () => {
    const times: number[] = [];
    refusals.push(times);
    return clientOf(
      { url: 'http://127.0.0.1:1' },
      {
        clock,
        rest: { perSecond: perSecond ?? Number.POSITIVE_INFINITY },
        transport: async (request) => {
          const reply = await service.transport(request);
          if (reply.status !== 429) return reply;
          times.push(clock.monotonic());
          if (!isRounded) return reply;
          const { retry_after: seconds } = JSON.parse(reply.body.toString());
          return { ...reply, headers: { 'retry-after': String(Math.ceil(seconds)) }, body: '' };
        },
      },
    );
  });
  const reading = clients.flatMap((client) => Array.from({ length: 20 }, (_, caller) => read(client, caller)));
  while (clock.monotonic() < endMs) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(Math.min(clock.nextInMs ?? 1, endMs - clock.monotonic()));
  }
  stop.abort();
  await Promise.all(reading);
  for (const client of clients) await client.close();
  return {
    /** A worker and window. */
    mean: refusals.flat().length / workers / windows,
    most: Math.max(...refusals.map((times) => mostWithin(times, limits.windowMs))),
    served: service.served,
  };

  async function read(client: Client, caller: number): Promise<void> {
    for (let call = caller; !stop.signal.aborted; call += 1) {
      await client.api.messages.list(`c${call % channels}`, {}, { signal: stop.signal }).catch((error) => {
        if (!stop.signal.aborted) throw error;
      });
    }
  }
}

function mostWithin(times: readonly number[], windowMs: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}
