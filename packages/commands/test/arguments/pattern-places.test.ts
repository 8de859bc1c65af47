import { describe, expect, test } from 'vitest';
import { WrittenPattern } from '../../src/index.js';

const catastrophic = '(a+)+$';
const attack = `${'a'.repeat(2_000)}!`;

function ends(searches: readonly Promise<unknown>[]) {
  const found: unknown[] = [];
  for (const search of searches) void search.then((one) => found.push(one));
  return found;
}

describe('a pattern that takes too long', () => {
  test('keeps those of others waiting once, however often it is looked for', async () => {
    const bad = new WrittenPattern(catastrophic, '', 40);
    const good = new WrittenPattern('b+', '', 1_000);
    const flood = Array.from({ length: 200 }, () => bad.match(attack));
    const slow = ends(flood);
    for (let count = 0; count < 100; count++) expect(await good.match('abbc')).toEqual({ index: 1, groups: ['bb'] });
    // One of them before the first, and what the other thread managed meanwhile.
    expect(slow.length).toBeLessThan(20);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['too-slow']));
  });

  test('is given up without being run when it has waited for a second behind itself', async () => {
    const bad = new WrittenPattern(catastrophic, '', 40);
    const begun = performance.now();
    await Promise.all(Array.from({ length: 1_000 }, () => bad.match(attack)));
    // Each alone would have taken its 40 ms.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('goes on finding what it finds in time, also in a crowd', async () => {
    const fickle = new WrittenPattern(catastrophic, '', 200);
    expect(await fickle.match(attack)).toBe('too-slow');
    const found = await Promise.all(Array.from({ length: 500 }, () => fickle.match('baa')));
    expect(found.every((one) => typeof one === 'object' && one.index === 1)).toBe(true);
  });

  test('takes turns with the others of its kind', async () => {
    const first = new WrittenPattern(catastrophic, '', 40);
    const second = new WrittenPattern(catastrophic, '', 40);
    await Promise.all([first.match(attack), second.match(attack)]);
    const ofFirst = ends(Array.from({ length: 15 }, () => first.match(attack)));
    expect(await second.match('aaa')).toMatchObject({ index: 0 });
    expect(ofFirst.length).toBeLessThan(5);
  });
});
