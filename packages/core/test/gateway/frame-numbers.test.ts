import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameNumbers, type Misnumbered } from '../../src/gateway/frame-numbers.js';

/** What is found in frames of such numbers after READY's 1. */
function faultsOf(given: readonly unknown[]): (Misnumbered['fault'] | 'good')[] {
  const numbers = new FrameNumbers(1);
  return given.map((number) => numbers.take(number)?.fault ?? 'good');
}

describe('the number of a frame', () => {
  test.each([
    ['follows from the one before when it is one more', [2, 3, 4], ['good', 'good', 'good']],
    ['leaves out others, and the next follows from it', [4, 5], ['gap', 'good']],
    ['comes again', [2, 2, 3], ['good', 'regression', 'good']],
    ['goes back, and the next follows from it', [9, 3, 4], ['gap', 'regression', 'good']],
    ['goes below nothing', [-1, 0, 1], ['regression', 'good', 'good']],
    ['may be missing in a frame that took one', [undefined, 3], ['missing', 'good']],
    ['may be missing in a frame that took none', [undefined, 2], ['missing', 'good']],
    ['leaves out others behind frames that have none', [undefined, 4], ['missing', 'gap']],
    ['is not what a text says', ['2', '', 'x'], ['strange', 'strange', 'strange']],
    ['is whole', [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53], Array(4).fill('strange')],
    ['is no other value', [{}, [2], true, false], Array(4).fill('strange')],
  ])('%s', (_, given, faults) => {
    expect(faultsOf(given)).toEqual(faults);
  });

  test('that does not follow is told with what would have followed, and of a strange one the type alone', () => {
    const numbers = new FrameNumbers(7);
    expect(numbers.take(10)).toEqual({ fault: 'gap', expected: 8, found: 10, isBelieved: true });
    expect(numbers.take('x'.repeat(1_000))).toMatchObject({ fault: 'strange', expected: 11, found: 'string' });
    expect(numbers.take(undefined)).toMatchObject({ fault: 'missing', found: 'undefined' });
  });
});

describe('numbers are believed', () => {
  /** How many faults are found until one of them is the last. */
  function faultsUntilDisbelief(goodAfterEach: number, most: number): number {
    const numbers = new FrameNumbers(0);
    let last = 0;
    for (let fault = 1; fault <= most; fault += 1) {
      last += 2;
      if (numbers.take(last)?.isBelieved === false) return fault;
      for (let good = 1; good <= goodAfterEach; good += 1) numbers.take(last + good);
      last += goodAfterEach;
    }
    return Number.POSITIVE_INFINITY;
  }

  test('until ten in a row do not follow', () => {
    expect(faultsUntilDisbelief(0, 100)).toBe(10);
  });

  test('a little longer where some do', () => {
    expect(faultsUntilDisbelief(5, 100)).toBe(19);
  });

  test('for ever where ten follow for each one that does not', () => {
    expect(faultsUntilDisbelief(10, 10_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

test('whatever comes as a number is judged, and a number one above the last is always good', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.oneof(fc.integer(), fc.anything())), fc.integer(), (first, given, next) => {
      const numbers = new FrameNumbers(first);
      for (const number of given) numbers.take(number);
      numbers.take(next);
      expect(numbers.take(next + 1)).toBeUndefined();
    }),
  );
});
