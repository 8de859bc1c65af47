import { expect, test, vi } from 'vitest';
import { RequestFailed } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { FullListener } from '../support/full-listener.js';
import { Service } from '../support/service.js';
import { message } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const longMs = 10_000;
const shortMs = 100;
const patient = { connectTimeoutMs: longMs, headersTimeoutMs: longMs, bodyTimeoutMs: longMs };

test.for([
  ['connect', 'connectTimeoutMs'],
  ['tls', 'connectTimeoutMs'],
  ['headers', 'headersTimeoutMs'],
  ['body', 'bodyTimeoutMs'],
] as const)('what stalls in the phase %s is given up by the limit of that phase alone', async ([phase, limit]) => {
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url, { accept: 'silence' });
  await using full = await FullListener.start();
  const urls = {
    connect: full.url,
    tls: proxy.url.replace('http:', 'https:'),
    headers: service.url,
    body: service.url,
  };
  await using client = clientOf({ url: urls[phase] }, { rest: { ...patient, [limit]: shortMs } });
  if (phase === 'headers' || phase === 'body') {
    // What is loaded for the first call is no part of a phase.
    service.respond = () => ({ status: 404 });
    await failure(client.api.users.me());
    service.respond = () => (response) => void (phase === 'body' && response.write('{'));
  }
  const startedAt = performance.now();
  const error = await failure(client.api.todos.add('c', 'tea'));
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(shortMs - 5);
  const failed = error instanceof RequestFailed ? error : (error as Error).cause;
  // TransportFailed, and below it what stalled.
  expect(failed).toMatchObject({ cause: { cause: { phase } } });
  await client.close();
  await vi.waitFor(() => expect(service.openConnections + proxy.open).toBe(0));
});

test('the limit of a body begins anew with each piece of it', async () => {
  await using service = await Service.start();
  await using client = clientOf(service, { rest: { ...patient, bodyTimeoutMs: shortMs } });
  const pieces = JSON.stringify({ message: message() }).match(/.{1,40}/g) ?? [];
  service.respond = () => (response) => {
    const write = () => {
      const piece = pieces.shift();
      if (piece === undefined) response.end();
      else {
        response.write(piece);
        setTimeout(write, shortMs / 2);
      }
    };
    write();
  };
  expect(pieces.length).toBeGreaterThan(3);
  expect(await client.api.messages.get('c', 'm')).toMatchObject({ content: 'hello' });
});

test('an answer in many pieces is put together in their order', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const content = 'x'.repeat(300_000);
  service.respond = () => ({ body: { message: message({ content }) } });
  expect((await client.api.messages.get('c', 'm')).content).toBe(content);
});

test('an early hint is not taken for the answer', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = () => (response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.end(JSON.stringify({ message: message() }));
  };
  expect(await client.api.messages.get('c', 'm')).toMatchObject({ content: 'hello' });
});

test('sixteen calls of different limits are under way at once, and the seventeenth waits for one of them', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const answers: (() => void)[] = [];
  service.respond = () => (response) => {
    answers.push(() => response.end(JSON.stringify({ message: message() })));
  };
  const calls = Array.from({ length: 17 }, (_, index) => client.api.messages.get(`c${index}`, 'm'));
  await vi.waitFor(() => expect(answers).toHaveLength(16));
  expect(service.openConnections).toBe(16);
  answers[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(17));
  for (const answer of answers) answer();
  await Promise.all(calls);
  expect(service.openConnections).toBe(16);
});
