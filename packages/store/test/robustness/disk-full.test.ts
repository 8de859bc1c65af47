import { VirtualClock } from '@botwright/clock';
import { expect, test } from 'vitest';
import { openStore, StoreFull } from '../../src/index.js';
import { Folder } from '../support/folder.js';

const maxBytes = 2 ** 20;
const page = 'x'.repeat(4_000);

test('#123 a file that may grow to 1 MiB refuses with STORE_FULL what has no room, goes on reading, logs at most one line in 10 s, and writes again at once when there is room', async ({
  annotate,
}) => {
  using folder = new Folder();
  const clock = new VirtualClock();
  const lines: object[] = [];
  const log = { warn: (facts: object) => lines.push(facts) };
  await using store = openStore({ url: folder.url(), clock, maxBytes, log });
  const pages = store.namespace('test/pages');

  const acknowledged: string[] = [];
  const fill = async () => {
    for (let n = 0; ; n += 1) {
      await pages.set(`page ${n}`, page);
      acknowledged.push(`page ${n}`);
    }
  };
  await expect(fill()).rejects.toThrow(StoreFull);
  expect(acknowledged.length).toBeGreaterThan(200);

  for (let second = 0; second < 60; second += 1) {
    await expect(pages.set('one more', page)).rejects.toMatchObject({ code: 'STORE_FULL', path: store.path });
    await clock.advance(1_000);
  }
  expect(lines.length).toBeLessThanOrEqual(1 + 6);
  expect(lines[0]).toMatchObject({ code: 'STORE_FULL' });
  for (const key of acknowledged) expect(await pages.get(key)).toBe(page);
  expect(await pages.get('one more')).toBeUndefined();

  for (const key of acknowledged.splice(0, 10)) await pages.delete(key);
  const start = performance.now();
  await pages.set('one more', page);
  const recoveredMs = performance.now() - start;
  expect(recoveredMs).toBeLessThan(5_000);
  await annotate(
    `${lines.length} lines in 60 s, writing again ${recoveredMs.toFixed(0)} ms after room was made`,
    'reached',
  );
});

test('refuses what has no room, and writes what has, when both were asked for at once', async () => {
  using folder = new Folder();
  await using store = openStore({ url: folder.url(), maxBytes: 100_000 });
  const [large, small] = [store.namespace('test/large'), store.namespace('test/small')];
  const refused = expect(large.set('a', 'x'.repeat(200_000))).rejects.toMatchObject({ code: 'STORE_FULL' });
  await small.set('a', 1);
  await refused;
  expect(await small.get('a')).toBe(1);
});
