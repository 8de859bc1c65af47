import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type OperationFacts, operationGroup, operations } from '@botwright/protocol';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { BodyInvalid, RequestFailed, RequestTimedOut, ServiceFailed, VirtualClock } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { FullListener } from '../support/full-listener.js';
import { memoryGrowth } from '../support/memory.js';
import { Service } from '../support/service.js';
import { message } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const facts = {
  name: 'probe',
  path: '/probe',
  answer: operations.deleteChannelMessage.answer,
  certainty: { method: 'inferred', path: 'inferred' },
  source: ['inferred'],
} as const satisfies Omit<OperationFacts, 'method'>;

/** What sets something may be said twice, what makes something may not. */
const probes = operationGroup('Probes', {
  reads: { ...facts, method: 'GET' },
  puts: { ...facts, method: 'PUT' },
  deletes: { ...facts, method: 'DELETE' },
  posts: { ...facts, method: 'POST', repeatable: true },
  patches: { ...facts, method: 'PATCH', repeatable: true },
  creates: { ...facts, method: 'POST' },
  createsByPut: { ...facts, method: 'PUT', repeatable: false },
});
type Probe = keyof typeof probes;

const statuses = [500, 502, 503, 504];
const always = (probe: Probe) => statuses.map((status) => [probe, status, 4] as const);
const onlyBusy = (probe: Probe) =>
  statuses.map((status) => [probe, status, status === 502 || status === 503 ? 4 : 1] as const);
const never = (probe: Probe) => statuses.map((status) => [probe, status, 1] as const);

describe('a call that fails in the service', () => {
  test.for([
    ...always('reads'),
    ...always('puts'),
    ...always('deletes'),
    ...onlyBusy('posts'),
    ...onlyBusy('patches'),
    ...never('creates'),
    ...never('createsByPut'),
  ])(
    '#30 is repeated as far as it does no harm, 3 times at most, after 500 ms and ever later: %s with %i is sent %i times',
    async ([probe, status, times], { annotate }) => {
      await using service = await Service.start();
      const clock = new VirtualClock();
      await using client = clientOf(service, { clock });
      service.respond = () => ({ status });
      const failed = failure(client.rest.call(probes[probe], {}));
      const waits: number[] = [];
      for (let retry = 1; retry < times; retry += 1) {
        const wait = await clock.timerWithin(5_000);
        waits.push(wait);
        await clock.advance(wait);
      }
      expect(await failed).toMatchObject({ method: probes[probe].method });
      expect(service.requests).toHaveLength(times);
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index);
        expect(wait).toBeLessThanOrEqual(750 * 2 ** index);
      }
      await annotate(`${probe} ${status}: ${times} requests`, 'reached');
    },
  );

  test('for ever on one route leaves the others about as fast as they were, and is over by its deadline', async ({
    annotate,
  }) => {
    await using service = await Service.start();
    await using client = clientOf(service, { rest: { timeoutMs: 2_000 } });
    service.respond = ({ path }) =>
      path.includes('/bad/') ? { status: 500 } : { body: { messages: [], replyMessages: [] } };
    const p99 = async () => {
      const times: number[] = [];
      for (let call = 0; call < 400; call += 1) {
        const start = performance.now();
        await client.api.messages.list(`c${call % 10}`);
        times.push(performance.now() - start);
      }
      return times.sort((one, other) => one - other)[395] ?? 0;
    };
    await p99();
    const before = await p99();
    const start = performance.now();
    const bad = Array.from({ length: 20 }, () => failure(client.api.messages.list('bad')));
    const during = await p99();
    for (const error of await Promise.all(bad)) expect(error).toBeInstanceOf(ServiceFailed);
    await client.rest.idle();
    // Loopback answers within a millisecond: what the clock and the machine add is more than that.
    expect(during).toBeLessThanOrEqual(Math.max(before * 2, 20));
    expect(performance.now() - start).toBeLessThan(45_000);
    await annotate(`p99 ${before.toFixed(1)} → ${during.toFixed(1)} ms`, 'reached');
  }, 60_000);
});

describe('a service that stalls', () => {
  const limits = { connectTimeoutMs: 2_000, headersTimeoutMs: 2_000, bodyTimeoutMs: 2_000 };

  test.for(['connect', 'tls', 'headers', 'body'] as const)(
    '#33 in the phase %s is given up at the limit of that phase and at most a tenth later, and leaves no socket',
    async (phase, { annotate }) => {
      await using service = await Service.start();
      await using proxy = await TcpProxy.to(service.url, { accept: 'silence' });
      await using full = await FullListener.start();
      const url = {
        connect: full.url,
        tls: proxy.url.replace('http:', 'https:'),
        headers: service.url,
        body: service.url,
      };
      await using client = clientOf({ url: url[phase] }, { rest: limits });
      if (phase === 'headers' || phase === 'body') {
        // What is loaded for the first call is no part of a phase.
        service.respond = () => ({ status: 404 });
        await failure(client.api.users.me());
        service.respond = () => (response) => void (phase === 'body' && response.write('{"success":'));
      }
      const start = performance.now();
      const error = await failure(client.api.users.me());
      const took = performance.now() - start;
      expect(error).toBeInstanceOf(RequestFailed);
      expect((error as RequestFailed).cause).toMatchObject({ cause: { phase } });
      expect(took).toBeGreaterThanOrEqual(1_990);
      expect(took).toBeLessThanOrEqual(2_200);
      await client.close();
      await vi.waitFor(() => expect(service.openConnections + proxy.open).toBe(0));
      await annotate(`${phase}: ${took.toFixed(0)} of 2,000 ms`, 'reached');
    },
  );

  test('whose body drips, a byte at a time, is given up when the whole call took its time', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { rest: { timeoutMs: 700 } });
    let dripping: NodeJS.Timeout | undefined;
    service.respond = () => (response) => {
      dripping = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(dripping));
    };
    const start = performance.now();
    expect(await failure(client.api.users.me())).toBeInstanceOf(RequestTimedOut);
    expect(performance.now() - start).toBeLessThanOrEqual(770);
    clearInterval(dripping);
  });

  test('#34 whose body drips 1 B/s is given up at the end of the 30 s of the call', async ({ annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    let drip: () => void = () => undefined;
    service.respond = () => (response) => {
      drip = () => void response.write(' ');
    };
    const failed = failure(client.api.users.me());
    await service.arrivals.next();
    for (let second = 1; second <= 30; second += 1) {
      drip();
      await clock.advance(1_000);
    }
    expect(await failed).toBeInstanceOf(RequestTimedOut);
    expect(clock.monotonic()).toBe(30_000);
    await annotate('30.0 s', 'reached');
  });

  test('is given up also by a transport of somebody who does not follow the signal', async () => {
    const clock = new VirtualClock();
    await using client = clientOf(
      { url: 'http://127.0.0.1:1' },
      { clock, transport: () => new Promise(() => undefined) },
    );
    const failed = failure(client.api.users.me());
    await clock.advance(30_000);
    expect(await failed).toBeInstanceOf(RequestTimedOut);
  });
});

describe('a hostile answer', () => {
  test('of chained or exploding encodings is an error, and takes at most 64 MiB', { timeout: 20_000 }, async ({
    annotate,
  }) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const answers = [
      { headers: { 'content-encoding': Array.from({ length: 1_000 }, () => 'gzip').join(', ') }, body: bomb },
      { headers: { 'content-encoding': 'gzip' }, body: bomb },
    ];
    const growth = await memoryGrowth(async () => {
      for (const answer of answers) {
        service.respond = () => answer;
        expect(await failure(client.api.users.me())).toMatchObject({ status: 200, code: 'REPLY_UNREADABLE' });
      }
    });
    expect(growth).toBeLessThanOrEqual(64);
    await annotate(`${growth.toFixed(1)} MiB`, 'reached');
  });

  test('of 503 that asks for an eternity is an error at once', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    for (const pause of ['1e300', '86400', 'Infinity']) {
      service.respond = () => ({ status: 503, headers: { 'retry-after': pause } });
      const start = performance.now();
      const failed = failure(client.api.todos.add('c', 'tea'));
      if (pause !== 'Infinity') {
        expect(await failed).toBeInstanceOf(ServiceFailed);
        expect(performance.now() - start).toBeLessThan(1_000);
      } else expect(await failed).toBeInstanceOf(ServiceFailed);
    }
  }, 15_000);
});

test('#41 what no header may hold reaches no wire: it is refused, whatever the text', { timeout: 20_000 }, async ({
  annotate,
}) => {
  const lines: string[] = [];
  const raw = createServer((socket) => {
    socket.on('data', (data) => {
      lines.push(data.toString('latin1'));
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = raw.address() as AddressInfo;
    await using client = clientOf({ url: `http://127.0.0.1:${port}` });
    let refused = 0;
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('a\r\nx-evil: 1', 'a\nb', 'a\0b', 'ä', '☕', '\u0085', 'tea'),
    );
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const call = client.rest.call(probes.puts, { headers: { 'x-reason': value } });
        const [outcome] = await Promise.allSettled([call]);
        const isPlain = /^[\x20-\x7e]*$/.test(value);
        expect(outcome.status).toBe(isPlain ? 'fulfilled' : 'rejected');
        if (outcome.status === 'rejected') {
          expect(outcome.reason).toBeInstanceOf(BodyInvalid);
          refused += 1;
        }
      }),
      { numRuns: 150 },
    );
    for (const line of lines.flatMap((data) => data.split('\r\n'))) expect(line).toMatch(/^[\x20-\x7e]*$/);
    await annotate(`0 raw control bytes, ${refused} refused`, 'reached');
  } finally {
    await new Promise((resolve) => raw.close(resolve));
  }
});

describe('observers', () => {
  test('hear of each request, its answer and the pauses, and see no secret', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    const heard: object[] = [];
    const stop = client.rest.observe({
      request: (start) => heard.push({ request: start }),
      reply: (end) => heard.push({ reply: end }),
      pause: (pause) => heard.push({ pause }),
    });
    client.rest.observe({
      request: () => {
        throw new Error('an observer of somebody');
      },
    });
    service.respond = () =>
      service.requests.length === 1
        ? { status: 429, headers: { 'retry-after': '2' } }
        : { body: { message: message() } };
    const read = client.api.messages.get('c', 'm');
    await clock.advance(await clock.timerWithin(5_000));
    await read;
    const who = { operation: 'getChannelMessageById', method: 'GET', path: '/api/v1/channels/c/messages/m' };
    expect(heard).toEqual([
      { request: { ...who, attempt: 1, waitedMs: 0 } },
      { reply: { ...who, attempt: 1, ms: expect.any(Number), status: 429 } },
      { pause: { ...who, attempt: 1, retryAfterMs: 2_000, scope: 'bucket' } },
      { request: { ...who, attempt: 2, waitedMs: 2_000 } },
      { reply: { ...who, attempt: 2, ms: expect.any(Number), status: 200 } },
    ]);
    stop();
    // After a refusal it begins slowly.
    await clock.advance(10_000);
    await client.api.messages.get('c', 'm');
    expect(heard).toHaveLength(5);
  });
});
