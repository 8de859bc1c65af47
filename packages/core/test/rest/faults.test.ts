import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type OperationFacts, operationGroup, operations } from '@botwright/protocol';
import fc from 'fast-check';
import undiciFacts from 'undici/package.json' with { type: 'json' };
import { describe, expect, test, vi } from 'vitest';
import coreFacts from '../../package.json' with { type: 'json' };
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

  test('#32 for ever on one route leaves the others within twice their p99, and each such call is over by its deadline and out of the line', {
    timeout: 60_000,
  }, async ({ annotate }) => {
    await using service = await Service.start();
    const timeoutMs = 1_000;
    await using client = clientOf(service, { rest: { timeoutMs } });
    const { messages } = client.api;
    service.respond = ({ path }) =>
      path.includes('/bad/') ? { status: 500 } : { body: { messages: [], replyMessages: [] } };
    const p99 = async () => {
      const times: number[] = [];
      for (let call = 0; call < 400; call += 1) {
        const start = performance.now();
        await messages.list(`c${call % 10}`);
        times.push(performance.now() - start);
      }
      return times.sort((one, other) => one - other)[395] ?? 0;
    };
    const took: number[] = [];
    const failTime = async (call: Promise<unknown>) => {
      const start = performance.now();
      expect(await failure(call)).toBeInstanceOf(ServiceFailed);
      took.push(performance.now() - start);
    };
    await p99();
    const ratios: number[] = [];
    // In turn, so that whatever else the machine does strikes both.
    for (let round = 0; round < 5; round += 1) {
      const before = await p99();
      const calls = [messages.list('bad'), messages.get('bad', 'm'), messages.delete('bad', 'm'), messages.list('bad')];
      const bad = Promise.all(calls.map(failTime));
      ratios.push((await p99()) / before);
      await bad;
    }
    const ratio = ratios.sort((one, other) => one - other)[2] ?? Number.NaN;
    const longest = Math.max(...took);
    expect(ratio).toBeLessThanOrEqual(2);
    expect(longest).toBeLessThanOrEqual(timeoutMs);
    const crowd = Array.from({ length: 16 }, () => failure(messages.list('bad')));
    await client.rest.idle();
    for (const error of await Promise.all(crowd)) expect(error).toBeInstanceOf(ServiceFailed);
    const figures = `p99 ${ratio.toFixed(2)} times as long, bad calls over after ${longest.toFixed(0)} of 1,000 ms`;
    await annotate(`${figures}, 0 waiting`, 'reached');
  });
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
  // Gzip lets files follow one another.
  const packedGigabyte = () => Buffer.concat(new Array(1_024).fill(gzipSync(Buffer.alloc(2 ** 20))));
  const encodings: readonly [string, string][] = [
    ['a chain of 1,000 encodings', Array.from({ length: 1_000 }, () => 'gzip').join(', ')],
    ['one encoding', 'gzip'],
  ];
  test.for(encodings)(
    '#37 of 1 MB that is 1 GB when it is unpacked, under %s, is an error and takes at most 64 MiB, with undici 7.24.0 or later',
    { timeout: 20_000 },
    async ([, encoding], { annotate }) => {
      await using service = await Service.start();
      await using client = clientOf(service);
      const body = packedGigabyte();
      service.respond = () => ({ headers: { 'content-encoding': encoding }, body });
      const growth = await memoryGrowth(async () => {
        expect(await failure(client.api.users.me())).toMatchObject({ status: 200, code: 'REPLY_UNREADABLE' });
      });
      expect(growth).toBeLessThanOrEqual(64);
      const { version } = undiciFacts;
      expect(isAtLeast(version, '7.24.0')).toBe(true);
      // What users install is the version that is tested.
      expect(coreFacts.dependencies.undici).toBe(version);
      const packed = (body.length / 1e6).toFixed(1);
      await annotate(`${packed} MB packed: ${growth.toFixed(1)} MiB more, undici ${version}`, 'reached');
    },
  );

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

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

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
