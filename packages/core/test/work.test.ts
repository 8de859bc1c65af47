import { describe, expect, test } from 'vitest';
import { Cancellation } from '../src/cancellation.js';
import { asWork, currentWork, excuseCurrentWork, isExcused, overOrExcused } from '../src/work.js';

const never = new Promise<never>(() => undefined);

test('code knows the work that it belongs to, after it has waited too, and none outside', async () => {
  const work = new Cancellation();
  const seen = asWork(work, async () => {
    await Promise.resolve();
    return currentWork();
  });
  expect(currentWork()).toBeUndefined();
  expect(await seen).toBe(work);
});

describe('a work that waits for what waits for it', () => {
  test('is waited for no longer, until what it waits for is over, however that ends', async () => {
    const work = new Cancellation();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const over = overOrExcused(work, never);
    expect(isExcused(work)).toBe(false);
    asWork(work, () => {
      excuseCurrentWork(first.promise);
      excuseCurrentWork(second.promise);
    });
    await over;
    await overOrExcused(work, never);
    first.resolve();
    await first.promise;
    expect(isExcused(work)).toBe(true);
    second.reject(new Error('it failed'));
    await second.promise.catch(() => undefined);
    expect(isExcused(work)).toBe(false);
  });

  test('excuses no other, and code of no work excuses nothing', () => {
    const [work, other] = [new Cancellation(), new Cancellation()];
    asWork(work, () => excuseCurrentWork(never));
    excuseCurrentWork(never);
    expect([isExcused(work), isExcused(other), isExcused(undefined)]).toEqual([true, false, false]);
  });
});

test.each([undefined, new Cancellation()])('what ends is waited for to its end, however it ends (%#)', async (work) => {
  const one = Promise.withResolvers<void>();
  const order: string[] = [];
  const waited = overOrExcused(work, one.promise).then(() => order.push('waited'));
  await Promise.resolve();
  order.push('ends');
  one.resolve();
  await waited;
  expect(order).toEqual(['ends', 'waited']);
  await overOrExcused(work, Promise.reject(new Error('it failed')));
});
