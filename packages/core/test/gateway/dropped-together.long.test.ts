import { expect, test } from 'vitest';
import { clientOf, reached } from '../support/client.js';
import { Service } from '../support/service.js';

const clients = 200;
const bucketMs = 100;

test('#14 of 200 clients that are dropped at once no 100 ms see more than a fifth come back, and all are back within 10 s', async ({
  annotate,
}) => {
  await using service = await Service.start();
  await using stack = new AsyncDisposableStack();
  const all = Array.from({ length: clients }, () => stack.use(clientOf(service)));
  await Promise.all(all.map((client) => client.connect()));
  const tries: number[] = [];
  const cutAt = performance.now();
  for (const client of all) void reached(client, 'connecting').then(() => tries.push(performance.now() - cutAt));
  const back = Promise.all(all.map((client) => reached(client, 'ready')));
  for (let socket = 0; socket < clients; socket += 1) (await service.sockets.next()).raw.destroy();
  await back;
  const backAfterMs = performance.now() - cutAt;
  const buckets = Map.groupBy(tries, (at) => Math.floor(at / bucketMs));
  const fullest = Math.max(...[...buckets.values()].map(({ length }) => length)) / clients;
  expect(tries).toHaveLength(clients);
  expect(fullest).toBeLessThanOrEqual(0.2);
  expect(backAfterMs).toBeLessThanOrEqual(10_000);
  await annotate(
    `${(fullest * 100).toFixed(1)} % at most in 100 ms, all back after ${backAfterMs.toFixed(0)} ms`,
    'reached',
  );
});
