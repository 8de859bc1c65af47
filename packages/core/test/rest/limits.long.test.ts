import assert from 'node:assert';
import { describe, expect, test } from 'vitest';
import { CircuitOpen, RateLimited, RequestRejected, VirtualClock } from '../../src/index.js';
import { reportOf } from '../support/child.js';
import { clientOf, failure } from '../support/client.js';
import { inTime } from '../support/limited.js';
import { type Reply, Service } from '../support/service.js';
import { message } from '../support/shapes.js';

const nowhere = { url: 'http://127.0.0.1:1' };
const body = JSON.stringify({ success: true, message: message(), messages: [], replyMessages: [] });
const fine = { status: 200, headers: {}, body };

describe('a hostile limit', () => {
  const answers: readonly [string, Reply['headers'], object?][] = [
    ['Retry-After 0', { 'retry-after': '0' }],
    ['Retry-After -5', { 'retry-after': '-5' }],
    ['Retry-After NaN', { 'retry-after': 'NaN' }],
    ['Retry-After Infinity', { 'retry-after': 'Infinity' }],
    ['Retry-After 1e309', { 'retry-after': '1e309' }],
    ['Retry-After with two values', { 'retry-after': '1, 9' }],
    ['Retry-After in the past', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['Retry-After in the far future', { 'retry-after': 'Fri, 01 Jan 9999 00:00:00 GMT' }],
    ['Retry-After of an hour', { 'retry-after': '3600' }],
    ['nothing', {}],
    ['a remainder of -1', { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset-after': '1' }],
    ['a limit of 0', { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0' }],
    ['a reset in the past', { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }],
    [
      'a remainder above the limit',
      { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '9', 'x-ratelimit-reset-after': '0.001' },
    ],
    [
      'a limit beyond all numbers',
      { 'x-ratelimit-limit': '9007199254740991', 'x-ratelimit-remaining': '1e400', 'x-ratelimit-reset-after': '1e300' },
    ],
    ['a body of text', {}, { retry_after: 'soon' }],
    ['a body of 1e308', {}, { retry_after: 1e308 }],
  ];

  test.for(answers)(
    '#48 that says %s makes neither a loop nor a sleep without end: 1 request in any second, 60 s at most',
    async ([, headers, said = {}], { annotate }) => {
      const clock = new VirtualClock();
      const times: number[] = [];
      let isOver = false;
      await using client = clientOf(nowhere, {
        clock,
        transport: async () => {
          if (isOver) return fine;
          times.push(clock.monotonic());
          return {
            status: 429,
            headers: { ...headers, 'x-ratelimit-bucket': `b${times.length}` },
            body: JSON.stringify(said),
          };
        },
      });
      const calls = Array.from({ length: 20 }, () => failure(client.api.messages.list('c')));
      for (const error of await inTime(clock, Promise.all(calls))) expect(error).toBeInstanceOf(RateLimited);
      expect(clock.monotonic()).toBeLessThanOrEqual(61_000);
      const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
      expect(most).toBe(1);
      expect(clock.pending).toBe(0);
      isOver = true;
      await clock.advance(600_000);
      await inTime(clock, client.api.messages.list('c'));
      await annotate(`${times.length} requests in ${(clock.monotonic() - 600_000) / 1_000} s`, 'reached');
    },
  );
});

test('#52 handlers that loop on refusals never reach the ban: half of it is the end, a tenth a warning, and what works goes on', async ({
  annotate,
}) => {
  const clock = new VirtualClock();
  let bad = 0;
  const warnings: object[] = [];
  const log = { warn: (facts: object) => void warnings.push(facts) };
  await using client = clientOf(nowhere, {
    clock,
    log: new Proxy({} as never, {
      has: (_, name) => name === 'child',
      get: (_, name) => (name === 'child' ? () => log : ((log as never)[name] ?? (() => undefined))),
    }),
    transport: async ({ path }) => {
      if (!path.includes('/forbidden')) return fine;
      bad += 1;
      return { status: path.includes('401') ? 401 : 403, headers: {}, body: '<h1>no</h1>' };
    },
  });
  let open = 0;
  let served = 0;
  for (let round = 0; round < 8_000; round += 1) {
    if (round % 100 === 0) await clock.advance(1_000);
    const error = await failure(client.api.channels.get('t', round % 2 === 0 ? 'forbidden401' : `forbidden${round}`));
    if (error instanceof CircuitOpen) open += 1;
    else expect(error).toBeInstanceOf(RequestRejected);
    await client.api.messages.list('works');
    served += 1;
  }
  expect(bad).toBe(5_000);
  expect(open).toBe(3_000);
  expect(served).toBe(8_000);
  expect(warnings).toContainEqual({ refusals: 1_000, banAfter: 10_000 });
  await clock.advance(601_000);
  expect(await failure(client.api.channels.get('t', 'forbidden401'))).toBeInstanceOf(RequestRejected);
  await annotate(`opened after ${bad} of 10,000, warned at 1,000, ${served} served`, 'reached');
});

test('#55 a million channels leave ten thousand buckets, and after each sweep memory is within 5 % of what it was', async ({
  annotate,
}) => {
  const { warm, rss, bucketCount } = await reportOf<{ warm: number; rss: number[]; bucketCount: number }>(
    'many-channels.ts',
  );
  expect(bucketCount).toBeLessThanOrEqual(10_000);
  const worst = Math.max(...rss.map((megabytes) => Math.abs(megabytes / warm - 1)));
  expect(worst).toBeLessThanOrEqual(0.05);
  await annotate(`${bucketCount} buckets, ${(worst * 100).toFixed(1)} % of ${warm.toFixed(0)} MiB`, 'reached');
});

test('#56 a channel that floods makes the 50 quiet ones wait twice as long at most', {
  timeout: 60_000,
}, async ({ annotate }) => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = () => ({ body: { success: true, message: message(), messages: [], replyMessages: [] } });
  const p99 = async () => {
    const times: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const start = performance.now();
          await client.api.messages.create(`quiet${index}`, { content: 'x' });
          times.push(performance.now() - start);
        }),
      );
    }
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  };
  const pair = async () => {
    const idle = await p99();
    const noise = Array.from({ length: 5_000 }, () =>
      failure(client.api.messages.create('noisy', { content: 'x' })).catch(() => undefined),
    );
    const flooded = await p99();
    await client.rest.idle();
    await Promise.all(noise);
    return { idle, flooded, ratio: flooded / idle };
  };
  await p99();
  // One pause of the machine decides a single pair, so the middle one of five counts.
  const pairs = [await pair(), await pair(), await pair(), await pair(), await pair()];
  const { idle, flooded, ratio } = pairs.toSorted((one, other) => one.ratio - other.ratio)[2] ?? assert.fail();
  expect(ratio).toBeLessThanOrEqual(2);
  await annotate(`p99 ${idle.toFixed(1)} → ${flooded.toFixed(1)} ms, the middle of 5 pairs`, 'reached');
});

test.for(['in one go', 'in turns of 1,000'])(
  '#57 of 100,000 calls %s to a service that stands still 10,000 wait and 90,000 are refused, typed, within 200 MB in all',
  async (pace, { annotate }) => {
    await using service = await Service.start();
    service.respond = () => () => undefined;
    const { megabytes, refused, others } = await reportOf<{ megabytes: number; refused: number; others: number }>(
      'waiting-calls.mjs',
      { SERVICE: service.url, TURN: pace === 'in one go' ? '100000' : '1000' },
    );
    expect({ refused, others }).toEqual({ refused: 90_000, others: 10_000 });
    expect(megabytes).toBeLessThanOrEqual(200);
    await annotate(`${refused} refused, ${megabytes.toFixed(0)} MB at most`, 'reached');
  },
);
