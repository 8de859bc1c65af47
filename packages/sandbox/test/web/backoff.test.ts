import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelayMs } from '../../web/src/backoff.js';

test('the waits double from half a second up to ten', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((failures) => retryDelayMs(failures, () => 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000,
  ]);
});

test('half of a wait is left to chance', () => {
  const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.nat({ max: 100 }), chances, (failures, chance) => {
      const longest = retryDelayMs(failures, () => 1);
      const wait = retryDelayMs(failures, () => chance);
      return wait >= longest / 2 && wait <= longest;
    }),
  );
});
