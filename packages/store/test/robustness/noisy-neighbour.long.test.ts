import { expect, test } from 'vitest';
import { z } from 'zod';
import { NamespaceTaken, openStore } from '../../src/index.js';
import { Folder } from '../support/folder.js';

const floodSize = 500;
const writes = 500;

test('#133 a plugin that floods the store with large and failing writes leaves another plugin writes within 50 ms in 99 of 100 cases, and cannot take its namespace', async ({
  annotate,
}) => {
  using folder = new Folder();
  await using store = openStore({ url: folder.url() });
  const loud = store.namespace('loud/values');
  const quiet = store.namespace('quiet/values', z.number());
  expect(() => store.namespace('quiet/values')).toThrow(NamespaceTaken);

  let over = false;
  let flooded = 0;
  const fail = () => {
    throw new Error('a failing change');
  };
  const flood = async () => {
    while (!over) {
      const failing = Array.from({ length: floodSize }, (_, n) => loud.update(`key ${n}`, fail).catch(() => {}));
      const large = Array.from({ length: floodSize }, (_, n) => loud.set(`key ${n % 100}`, 'x'.repeat(1_000)));
      await Promise.all([...failing, ...large]);
      flooded += failing.length + large.length;
    }
  };
  const flooding = flood();

  const times: number[] = [];
  for (let n = 0; n < writes; n += 1) {
    const start = performance.now();
    await quiet.set('a', n);
    times.push(performance.now() - start);
  }
  over = true;
  await flooding;

  const p99 = times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  expect(flooded).toBeGreaterThan(writes);
  expect(p99).toBeLessThanOrEqual(50);
  await annotate(`p99 ${p99.toFixed(1)} ms beside ${flooded} writes of the other`, 'reached');
});
