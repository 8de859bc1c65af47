import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mismatch, valueAt } from '../src/match.js';

describe('mismatch', () => {
  test('finds nothing wrong with a value that is as expected', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const sent = JSON.parse(JSON.stringify(value));
        expect(mismatch(sent, structuredClone(sent))).toBeUndefined();
      }),
    );
  });

  test('lets objects hold more than is expected', () => {
    expect(mismatch({ a: 1 }, { a: 1, b: 2 })).toBeUndefined();
  });

  test('looks for the entries of a list in any order', () => {
    expect(mismatch([{ id: 'b' }], [{ id: 'a' }, { id: 'b' }])).toBeUndefined();
  });

  test.each([
    [{ a: { b: 1 } }, { a: { b: 2 } }, 'a.b is 2, not 1'],
    [{ a: 1 }, {}, 'a is missing, not 1'],
    [{ a: [{ id: 'c' }] }, { a: [{ id: 'b' }] }, 'a holds no entry like {"id":"c"}'],
    [{ a: {} }, { a: null }, 'a is null, not an object'],
    [{ a: [] }, { a: {} }, 'a is {}, not a list'],
    [null, 0, 'the whole is 0, not null'],
  ])('says of %j and %j what is wrong', (expected, actual, problem) => {
    expect(mismatch(expected, actual)).toBe(problem);
  });
});

describe('valueAt', () => {
  test('walks through objects and lists', () => {
    expect(valueAt({ messages: [{ id: 'm' }] }, 'messages.0.id')).toBe('m');
    expect(valueAt({ messages: [] }, 'messages.0.id')).toBeUndefined();
  });
});
