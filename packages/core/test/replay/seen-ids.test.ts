import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Known, SeenIds } from '../../src/replay/seen-ids.js';

/** The same, as plainly as it can be said. */
class Model {
  #ids: string[] = [];
  readonly #read = new Set<string>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.#ids.length;
  }

  add(id: string): Known | undefined {
    if (this.#ids.includes(id)) return this.#read.has(id) ? 'read' : 'came';
    this.#ids.push(id);
    if (this.#ids.length > this.most) this.#read.delete(this.#ids.shift() ?? '');
    return undefined;
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  markRead(id: string): void {
    this.#read.add(id);
  }

  markCame(id: string): void {
    this.#read.delete(id);
  }

  markAllCame(): void {
    this.#read.clear();
  }
}

describe('the last ids', () => {
  const long = 'x'.repeat(32);
  const named = fc.constantFrom('Aa', 'BB', '', '__proto__', '\ud800', `${long}1`, `${long}2`, `${long}3`);
  const id = fc.oneof(named, fc.nat({ max: 12 }).map(String));
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), id }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), id }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('came' as const), id }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('all came' as const), id }) },
  );

  function take(ids: Model | SeenIds, { kind, id: one }: typeof step extends fc.Arbitrary<infer S> ? S : never) {
    if (kind === 'all came') return ids.markAllCame();
    if (kind === 'came') return ids.markCame(one);
    const known = ids.add(one);
    if (kind === 'read' && known === undefined) ids.markRead(one);
    return known;
  }

  test('are known as a list of them would know them, whatever comes in whatever order', () => {
    const property = fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 60 }), (most, steps) => {
      const [ids, model] = [new SeenIds(most), new Model(most)];
      for (const one of steps) {
        expect(take(ids, one)).toBe(take(model, one));
        expect(ids.has(one.id)).toBe(model.has(one.id));
        expect(ids.size).toBe(model.size);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  test('are 10,000 of a million, and no other', () => {
    const ids = new SeenIds(10_000);
    for (let index = 0; index < 1_000_000; index += 1) ids.add(index.toString(16).padStart(16, '0'));
    const known = Array.from({ length: 20_000 }, (_, back) => ids.has((999_999 - back).toString(16).padStart(16, '0')));
    expect(known.lastIndexOf(true)).toBe(9_999);
    expect(known.indexOf(false)).toBe(10_000);
    expect(ids.size).toBe(10_000);
  });

  test('are known for as long as they are among the last, however many came before', () => {
    const ids = new SeenIds(10_000);
    const idOf = (index: number) => index.toString(16).padStart(16, '0');
    const wrong: string[] = [];
    for (let index = 0; index < 200_000; index += 1) {
      if (ids.add(idOf(index)) !== undefined) wrong.push(`${index} is known at once`);
      const back = (index * 7_919) % 12_000;
      const isRemembered = back < 10_000 && back <= index;
      if (ids.has(idOf(index - back)) !== isRemembered) wrong.push(`${index - back} at ${index}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['counted', (index: number) => String(index)],
    ['counted in their first digits', (index: number) => `${index.toString(16).padStart(8, '0')}00000000`],
    ['decimal with a moment in them', (index: number) => String(10n ** 18n + BigInt(index) * 2n ** 22n)],
    ['different in two places at once', (index: number) => `${index}-${1_000_000 - index}`],
    ['of any length', (index: number) => `${'ab'.repeat(index % 40)}${index.toString(36)}`],
  ] as const)('are told apart where they are %s', (_, idOf) => {
    const ids = new SeenIds(20_000);
    const known = Array.from({ length: 200_000 }, (_, index) => ids.add(idOf(index)));
    expect(known.filter((one) => one !== undefined)).toEqual([]);
  });
});
