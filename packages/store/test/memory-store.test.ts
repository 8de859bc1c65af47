import { systemClock } from '@botwright/clock';
import { expect, test } from 'vitest';
import { memoryStore } from '../src/index.js';

/** Goes where it is told, also back: what is only hidden by its expiry is then seen again. */
function settableClock() {
  return {
    ...systemClock,
    time: 0,
    now() {
      return this.time;
    },
  };
}

test('the store in memory lets go of what has expired although nobody asks for it, and of nothing else', async () => {
  const clock = settableClock();
  await using store = memoryStore({ clock });
  const marks = store.namespace('test/marks');
  const sets = (name: string, count: number, ttlMs: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => marks.set(`${name} ${n}`, n, { ttlMs })));
  await sets('short', 900, 1_000);
  await sets('long', 50, 10_000);
  clock.time = 2_000;
  await sets('later', 50, 10_000);
  clock.time = 0;
  const left = [];
  for await (const { key } of marks.entries()) left.push(key.split(' ')[0]);
  expect(left.filter((name) => name === 'short')).toEqual([]);
  expect(left.length).toBe(100);
});

test('the store in memory holds at most twice what lives, or a thousand entries, however many come and go', async () => {
  const clock = settableClock();
  await using store = memoryStore({ clock });
  const marks = store.namespace('test/marks');
  let most = 0;
  for (let round = 0; round < 20; round += 1) {
    clock.time = round * 1_000;
    for (let n = 0; n < 500; n += 1) await marks.set(`${round} ${n}`, n, { ttlMs: 1_000 });
    clock.time = 0;
    let count = 0;
    for await (const _entry of marks.entries()) count += 1;
    most = Math.max(most, count);
  }
  expect(most).toBeLessThanOrEqual(1_000);
});
