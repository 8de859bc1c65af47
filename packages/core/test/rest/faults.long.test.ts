import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutcomeUnknown, RequestError, TransportFailed, VirtualClock } from '../../src/index.js';
import { clientOf } from '../support/client.js';
import { keepCalling } from '../support/limited.js';
import { type Reply, Service } from '../support/service.js';
import { ada, message } from '../support/shapes.js';

const fine = { success: true, message: message(), messages: [], replyMessages: [] };

test('#39 calls that are given up at any moment, 10,000 of them, give their slot back: 99 % of the throughput stays, and no listener', async ({
  annotate,
}) => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  await using service = await Service.start();
  await using client = clientOf(service, { rest: { perSecond: 500 } });
  const pending = new Set<NodeJS.Timeout>();
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      pending.delete(timer);
      act();
    }, ms);
    pending.add(timer);
  };
  const body = JSON.stringify(fine);
  service.respond = () => (response) =>
    later(Math.random() * 10, () => {
      // Some connections are closed, so that others are being made.
      response.writeHead(200, Math.random() < 0.2 ? { connection: 'close' } : {});
      response.write(body.slice(0, 20));
      later(Math.random() * 10, () => response.end(body.slice(20)));
    });
  const perSecond = async () => {
    const start = performance.now();
    await keepCalling(1_500, 100, (index) => client.api.messages.list(`c${index % 100}`));
    return 1_500 / ((performance.now() - start) / 1_000);
  };
  try {
    const before = await perSecond();
    const shared = new AbortController();
    let givenUp = 0;
    await keepCalling(10_000, 500, async (index) => {
      const stop = new AbortController();
      const signal = index % 10 === 0 ? shared.signal : stop.signal;
      const timer = setTimeout(() => stop.abort(), Math.random() * 40);
      const call =
        index % 2 === 0
          ? client.api.messages.list(`c${index % 100}`, {}, { signal })
          : client.api.messages.create(`d${index % 100}`, { content: 'x' }, { signal });
      await call.catch(() => {
        givenUp += 1;
      });
      clearTimeout(timer);
    });
    await client.rest.idle();
    expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
    const share = (await perSecond()) / before;
    expect(givenUp).toBeGreaterThan(5_000);
    expect(share).toBeGreaterThanOrEqual(0.99);
    expect(warnings).toEqual([]);
    await annotate(`${(share * 100).toFixed(1)} % after ${givenUp} given up`, 'reached');
  } finally {
    process.off('warning', note);
    for (const timer of pending) clearTimeout(timer);
  }
});

test('#40 an outage of 30 s under 200 calls a second makes 1.2 times as many attempts at most, and 95 % succeed within 5 s of its end', async ({
  annotate,
}) => {
  const clock = new VirtualClock();
  const [downAt, upAt, endAt] = [5_000, 35_000, 45_000];
  let attempts = 0;
  await using client = clientOf(
    { url: 'http://127.0.0.1:1' },
    {
      clock,
      transport: async () => {
        const isDown = clock.monotonic() >= downAt && clock.monotonic() < upAt;
        if (isDown) {
          attempts += 1;
          throw new TransportFailed('no', new Error('refused'));
        }
        await clock.sleep(10);
        return { status: 200, headers: {}, body: JSON.stringify(fine) };
      },
    },
  );
  const outcomes: { at: number; isDone: boolean }[] = [];
  const calls: Promise<unknown>[] = [];
  for (let index = 0; clock.monotonic() < endAt; index += 1) {
    const at = clock.monotonic();
    calls.push(
      client.api.messages.list(`c${index % 50}`).then(
        () => outcomes.push({ at, isDone: true }),
        () => outcomes.push({ at, isDone: false }),
      ),
    );
    await clock.advance(5);
  }
  await clock.advance(120_000);
  await Promise.all(calls);
  const offered = ((upAt - downAt) / 1_000) * 200;
  const soonAfter = outcomes.filter(({ at }) => at >= upAt && at < upAt + 5_000);
  const share = soonAfter.filter(({ isDone }) => isDone).length / soonAfter.length;
  expect(attempts / offered).toBeLessThanOrEqual(1.2);
  expect(share).toBeGreaterThanOrEqual(0.95);
  await annotate(`${(attempts / offered).toFixed(2)} × the calls, ${(share * 100).toFixed(1)} %`, 'reached');
});

test('#35 of 20,000 calls over connections that the service closes after 0 to 10 ms of rest no read or deletion fails, and nothing is created twice', async ({
  annotate,
}) => {
  const created = new Map<string, number>();
  let closed = 0;
  const busy = new Set<Socket>();
  const server = createServer((request, response) => {
    const { socket } = request;
    busy.add(socket);
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { content } = request.method === 'POST' ? JSON.parse(text) : {};
      if (content) created.set(content, (created.get(content) ?? 0) + 1);
      const todo = { id: content, content, channelId: 'c', createdBy: ada.id, createdAt: fine.message.createdAt };
      response.end(JSON.stringify({ ...fine, todo: { ...todo, completed: false } }));
      busy.delete(socket);
      setTimeout(() => {
        if (busy.has(socket) || socket.destroyed) return;
        closed += 1;
        socket.destroy();
      }, Math.random() * 10);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = clientOf({ url: `http://127.0.0.1:${port}` });
  const { messages, todos } = client.api;
  let repeated = 0;
  client.rest.observe({
    request({ attempt }) {
      if (attempt > 1) repeated += 1;
    },
  });
  const failures: unknown[] = [];
  let unknown = 0;
  try {
    await keepCalling(20_000, 32, async (index) => {
      const channel = `c${index % 64}`;
      if (index % 3 === 0) await messages.list(channel).catch((error) => failures.push(error));
      else if (index % 3 === 1) await messages.delete(channel, `m${index}`).catch((error) => failures.push(error));
      else {
        // Whether it was made may stay open, and then that is said.
        await todos.add(channel, `${index}`).catch((error) => {
          expect(error).toBeInstanceOf(OutcomeUnknown);
          unknown += 1;
        });
      }
      await sleep(Math.random() * 10);
    });
  } finally {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  expect(closed).toBeGreaterThan(1_000);
  expect(repeated).toBeGreaterThan(100);
  expect(failures).toEqual([]);
  expect(Math.max(...created.values())).toBe(1);
  const figures = `${closed} closed, ${repeated} repeated, 0 reads and deletions failed`;
  await annotate(`${figures}, 0 created twice, ${unknown} said to be unknown`, 'reached');
});

const faults = ['none', 'drop', 'reset', 'stall', '500', '502', '503', '504', 'truncate', 'dropBefore'] as const;
type Fault = (typeof faults)[number];

test('#31 whatever a service does after it has stored a thing, that is stored once at most, and each call says what it knows', async ({
  annotate,
}) => {
  const told = { done: 0, refused: 0, accepted: 0, unknown: 0 };
  const run = async (kinds: readonly Fault[]) => {
    await using service = await Service.start();
    await using client = clientOf(service, { rest: { headersTimeoutMs: 300, timeoutMs: 20_000 } });
    const stored = new Map<string, ReturnType<typeof message>[]>();
    const met = new Set<string>();
    service.respond = ({ method, path, body }) => {
      const channel = /channels\/([^/]+)/.exec(path)?.[1] ?? '';
      const kept = stored.get(channel) ?? [];
      if (method === 'GET') return { body: { success: true, messages: [...kept].reverse(), replyMessages: [] } };
      const { content, nonce } = JSON.parse(body);
      const fault = met.has(channel) ? 'none' : (kinds[Number(channel.slice(1))] ?? 'none');
      met.add(channel);
      const made = message({ id: `${kept.length}`, content, nonce });
      if (fault !== 'dropBefore') stored.set(channel, [...kept, made]);
      return answer(fault, { success: true, message: made });
    };
    await Promise.all(
      kinds.map(async (_, index) => {
        const channel = `c${index}`;
        const isKnown = index % 2 === 0;
        const call = isKnown
          ? client.api.messages.create(channel, { content: 'x' })
          : client.api.todos.add(channel, 'x');
        const outcome = await call.then(
          () => 'done' as const,
          (error) => {
            expect(error).toBeInstanceOf(RequestError);
            return (error as RequestError).outcome;
          },
        );
        told[outcome] += 1;
        const count = stored.get(channel)?.length ?? 0;
        expect(count).toBeLessThanOrEqual(1);
        if (outcome === 'done' || outcome === 'accepted') expect(count).toBe(1);
        if (outcome === 'refused') expect(count).toBe(0);
      }),
    );
  };
  const kinds = fc.array(fc.constantFrom(...faults), { minLength: 40, maxLength: 40 });
  await fc.assert(fc.asyncProperty(kinds, run), { numRuns: 10, endOnFailure: true });
  await annotate(`400 calls: ${JSON.stringify(told)}`, 'reached');
});

function answer(fault: Fault, body: object): Reply | ((response: ServerResponse) => void) {
  switch (fault) {
    case 'none':
      return { body };
    case 'drop':
    case 'dropBefore':
      return (response) => response.destroy();
    case 'reset':
      return (response) => void (response.socket as Socket).resetAndDestroy();
    case 'stall':
      return () => undefined;
    case 'truncate':
      return (response) => {
        const text = JSON.stringify(body);
        response.writeHead(200, { 'content-length': String(text.length) });
        response.write(text.slice(0, 30));
        setImmediate(() => response.destroy());
      };
    default:
      return { status: Number(fault) };
  }
}
