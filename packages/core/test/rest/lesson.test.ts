import { describe, expect, test } from 'vitest';
import { isWider, limitTaughtBy, narrower } from '../../src/rest/lesson.js';

describe('a refusal teaches the limit', () => {
  test('that the requests before it kept, over the time from the oldest of them to the end of the pause', () => {
    expect(limitTaughtBy([0, 0, 0, 0, 0], 10, 4_990)).toEqual({ limit: 5, windowMs: 5_000 });
    expect(limitTaughtBy([0, 1_000, 1_900, 2_000], 2_000, 3_000)).toEqual({ limit: 4, windowMs: 5_000 });
  });

  test('of the densest stretch, since nothing denser was refused', () => {
    expect(limitTaughtBy([0, 9_000, 9_100], 9_200, 1_000)).toEqual({ limit: 2, windowMs: 1_200 });
  });

  test('of a stretch of whole seconds, where a pause in parts of a second gives it away', () => {
    expect(limitTaughtBy([3_590, 4_490], 4_500, 100)).toEqual({ limit: 2, windowMs: 1_010 });
    const denser = new Array<number>(8).fill(3_500);
    expect(limitTaughtBy([...denser, 3_590, 4_490], 4_500, 100)).toEqual({ limit: 2, windowMs: 1_010 });
    const rounded = denser.map((at) => at + 50);
    expect(limitTaughtBy([...rounded, 3_590, 4_490], 4_500, 1_000)).toEqual({ limit: 10, windowMs: 1_950 });
  });

  test('that is the denser of two stretches of whole seconds', () => {
    expect(limitTaughtBy([0, 2_990], 3_000, 1_010)).toEqual({ limit: 1, windowMs: 1_020 });
    expect(limitTaughtBy([0, 10, 20], 1_000, 1_030)).toEqual({ limit: 3, windowMs: 2_000 });
    expect(limitTaughtBy([1_000, 4_050], 4_500, 550)).toEqual({ limit: 2, windowMs: 4_000 });
  });

  test('in whole seconds from two on, since pauses are rounded up', () => {
    expect(limitTaughtBy([100], 1_099, 1_000)).toEqual({ limit: 1, windowMs: 1_999 });
    expect(limitTaughtBy([100], 2_049, 1_000)).toEqual({ limit: 1, windowMs: 2_000 });
    expect(limitTaughtBy([100], 2_050, 1_000)).toEqual({ limit: 1, windowMs: 3_000 });
    expect(limitTaughtBy([100], 100, 20)).toEqual({ limit: 1, windowMs: 50 });
  });

  test('of a minute at most, and nothing where there was nothing to learn from', () => {
    expect(limitTaughtBy([0], 60_000, 100)).toEqual({ limit: 1, windowMs: 60_000 });
    expect(limitTaughtBy([0], 60_000, 101)).toBeUndefined();
    expect(limitTaughtBy([0, 59_000], 60_000, 1_000)).toEqual({ limit: 1, windowMs: 2_000 });
    expect(limitTaughtBy([], 0, 1_000)).toBeUndefined();
  });
});

test('a limit that was broken is narrowed to three quarters, and one of a single request to a longer time', () => {
  expect(narrower({ limit: 100, windowMs: 1_000 })).toEqual({ limit: 75, windowMs: 1_000 });
  expect(narrower({ limit: 2, windowMs: 1_000 })).toEqual({ limit: 1, windowMs: 1_000 });
  expect(narrower({ limit: 1, windowMs: 1_000 })).toEqual({ limit: 1, windowMs: 1_500 });
  expect(narrower({ limit: 1, windowMs: 50_000 })).toEqual({ limit: 1, windowMs: 60_000 });
});

test('of two limits that one is wider which allows more in the same time', () => {
  expect(isWider({ limit: 2, windowMs: 1_000 }, { limit: 3, windowMs: 2_000 })).toBe(true);
  expect(isWider({ limit: 3, windowMs: 2_000 }, { limit: 2, windowMs: 1_000 })).toBe(false);
  expect(isWider({ limit: 2, windowMs: 2_000 }, { limit: 1, windowMs: 1_000 })).toBe(false);
});
