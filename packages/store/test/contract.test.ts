import { VirtualClock } from '@botwright/clock';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Json, memoryStore, openStore, type Store, type StoredValueInvalid } from '../src/index.js';
import { collect } from './support/collect.js';
import { Folder } from './support/folder.js';
import { Model, step } from './support/model.js';
import { note } from './support/schemas.js';

describe.each(['memoryStore', 'openStore'])('%s', { timeout: 30_000 }, (kind) => {
  let folder: Folder;
  let clock: VirtualClock;
  let store: Store;

  beforeEach(() => {
    folder = new Folder();
    clock = new VirtualClock();
    store = kind === 'memoryStore' ? memoryStore({ clock }) : openStore({ url: folder.url(), clock });
  });

  afterEach(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });

  test('gives back what was set, and undefined where nothing was', async () => {
    const notes = store.namespace('test/notes', note);
    await notes.set('a', { text: 'tea', times: 2 });
    expect(await notes.get('a')).toEqual({ text: 'tea', times: 2 });
    expect(await notes.get('b')).toBeUndefined();
  });

  test('shares no object with who set or got it', async () => {
    const lists = store.namespace('test/lists', z.array(z.number()));
    const list = [1];
    await lists.set('a', list);
    list.push(2);
    (await lists.get('a'))?.push(3);
    expect(await lists.get('a')).toEqual([1]);
  });

  test('gives what the schema makes of the value', async () => {
    const dates = store.namespace('test/dates', z.coerce.date());
    await dates.set('a', new Date(5));
    expect(await dates.get('a')).toEqual(new Date(5));
  });

  test('keeps namespaces apart', async () => {
    const [one, other] = [store.namespace('test/one'), store.namespace('test/other')];
    await one.set('a', 1);
    await other.set('a', 2);
    await other.clear();
    expect(await one.get('a')).toBe(1);
    expect(await other.get('a')).toBeUndefined();
  });

  test('refuses a namespace that is taken, and names it', () => {
    store.namespace('test/one');
    expect(() => store.namespace('test/one')).toThrow(
      expect.objectContaining({ code: 'NAMESPACE_TAKEN', namespace: 'test/one' }),
    );
  });

  test('gives a namespace that was given back to its next owner, with what it holds', async () => {
    await store.namespace('test/one').set('a', 1);
    store.release('test/one');
    const next = store.namespace('test/one', z.number());
    expect(await next.get('a')).toBe(1);
    expect(() => store.namespace('test/one')).toThrow(expect.objectContaining({ code: 'NAMESPACE_TAKEN' }));
  });

  test('deletes an entry and tells whether there was one', async () => {
    const one = store.namespace('test/one');
    await one.set('a', 1);
    expect([await one.delete('a'), await one.delete('a'), await one.get('a')]).toEqual([true, false, undefined]);
  });

  test('forgets an entry at the moment it expires, in every way of looking', async () => {
    const one = store.namespace('test/one');
    await one.set('ttl', 1, { ttlMs: 1_000 });
    await one.set('moment', 2, { expiresAt: clock.now() + 1_000 });
    await one.set('stays', 3);
    await clock.advance(999);
    expect(await one.get('ttl')).toBe(1);
    expect(await one.get('moment')).toBe(2);
    await clock.advance(1);
    expect(await one.get('ttl')).toBeUndefined();
    expect(await collect(one.entries())).toEqual([{ key: 'stays', value: 3, expiresAt: undefined }]);
    expect(await one.delete('moment')).toBe(false);
    expect(await one.update('ttl', (current) => (current === undefined ? 'new' : 'old'))).toBe('new');
  });

  test('sets value and expiry together, so that a second set without one stays for good', async () => {
    const one = store.namespace('test/one');
    await one.set('a', 1, { ttlMs: 10 });
    await one.set('a', 2);
    await clock.advance(10);
    expect(await one.get('a')).toBe(2);
  });

  test('keeps the expiry in an update, unless it is given another', async () => {
    const counts = store.namespace('test/counts', z.number());
    const countUp = (count = 0) => count + 1;
    await counts.update('kept', countUp, { ttlMs: 10 });
    await counts.update('kept', countUp);
    await counts.update('moved', countUp, { ttlMs: 10 });
    await counts.update('moved', countUp, { ttlMs: 20 });
    await clock.advance(10);
    expect([await counts.get('kept'), await counts.get('moved')]).toEqual([undefined, 2]);
  });

  test('removes an entry when an update makes undefined of it', async () => {
    const one = store.namespace('test/one');
    await one.set('a', 1);
    expect(await one.update('a', () => undefined)).toBeUndefined();
    expect(await one.get('a')).toBeUndefined();
  });

  test('loses none of a thousand updates that run at once', async () => {
    const counts = store.namespace('test/counts', z.number());
    await Promise.all(Array.from({ length: 1_000 }, () => counts.update('n', (count = 0) => count + 1)));
    expect(await counts.get('n')).toBe(1_000);
  });

  test('throws what an update throws, writes nothing of it, and does what was asked beside it', async () => {
    const counts = store.namespace('test/counts', z.number());
    await counts.set('a', 1);
    const failing = counts.update('a', () => {
      throw new RangeError('no');
    });
    const beside = counts.update('b', () => 7);
    await expect(failing).rejects.toThrow(new RangeError('no'));
    expect(await beside).toBe(7);
    expect([await counts.get('a'), await counts.get('b')]).toEqual([1, 7]);
  });

  test('walks entries in the order of code points, by prefix, behind a key, up to a limit', async () => {
    const one = store.namespace('test/one');
    const keys = ['a', 'a%', 'a_', 'ab', 'a\u{ffff}', 'a\u{10ffff}', 'a\u{10ffff}b', 'b', '\u{1f600}'];
    for (const key of keys.toReversed()) await one.set(key, key);
    const found = async (selection?: object) => (await collect(one.entries(selection))).map(({ key }) => key);
    expect(await found()).toEqual(keys);
    expect(await found({ prefix: 'a' })).toEqual(keys.slice(0, 7));
    expect(await found({ prefix: 'a\u{10ffff}' })).toEqual(keys.slice(5, 7));
    expect(await found({ prefix: 'a', after: 'ab', limit: 2 })).toEqual(keys.slice(4, 6));
    expect(await found({ after: 'zz' })).toEqual(keys.slice(8));
    expect(await found({ limit: 0 })).toEqual([]);
  });

  test('walks more entries than it reads at once', async () => {
    const one = store.namespace('test/one');
    const keys = Array.from({ length: 450 }, (_, n) => `key ${String(n).padStart(3, '0')}`);
    await Promise.all(keys.map((key) => one.set(key, 0)));
    expect((await collect(one.entries())).map(({ key }) => key)).toEqual(keys);
  });

  test('refuses a value that would not come back as the schema wants it', async () => {
    const notes = store.namespace('test/notes', note);
    await expect(notes.set('a', { text: 'tea', times: Number.NaN })).rejects.toMatchObject({
      code: 'ENTRY_REFUSED',
      namespace: 'test/notes',
      key: 'a',
      problem: expect.stringContaining('times'),
    });
    const dates = store.namespace('test/dates', z.date());
    await expect(dates.set('a', new Date())).rejects.toMatchObject({ code: 'ENTRY_REFUSED' });
    const numbers = store.namespace('test/numbers', z.bigint());
    await expect(numbers.set('a', 5n)).rejects.toMatchObject({ code: 'ENTRY_REFUSED' });
    await expect(store.namespace('test/any').set('a', undefined as unknown as Json)).rejects.toMatchObject({
      code: 'ENTRY_REFUSED',
    });
    expect(await notes.get('a')).toBeUndefined();
  });

  test('names namespace and key of a stored value that fits its schema no more, and serves the others', async () => {
    let longest = 10;
    const fits = z.string().refine((text) => text.length <= longest, 'too long');
    const texts = store.namespace('test/texts', fits);
    for (const text of ['one', 'two', 'three', 'four']) await texts.set(text, text);
    longest = 4;
    const invalid = { code: 'STORED_VALUE_INVALID', namespace: 'test/texts', key: 'three', problem: 'too long' };
    await expect(texts.get('three')).rejects.toMatchObject(invalid);
    await expect(texts.update('three', () => 'new')).rejects.toMatchObject(invalid);
    await expect(collect(texts.entries())).rejects.toMatchObject(invalid);
    const told: StoredValueInvalid[] = [];
    const entries = await collect(texts.entries({ onInvalid: (error) => told.push(error) }));
    expect(entries.map(({ key }) => key)).toEqual(['four', 'one', 'two']);
    expect(told).toMatchObject([invalid]);
    await texts.set('three', 'new');
    expect(await texts.get('three')).toBe('new');
  });

  test('refuses a schema that answers with a promise', async () => {
    const slow = store.namespace('test/slow', { '~standard': { validate: async (value) => ({ value }) } });
    await expect(slow.set('a', 1)).rejects.toMatchObject({ problem: expect.stringContaining('promise') });
  });

  test.each(['', 'x'.repeat(1_001), 'half \ud800'])('refuses the key %j', async (key) => {
    const one = store.namespace('test/one');
    const refusal = { code: 'ENTRY_REFUSED', namespace: 'test/one', key };
    await expect(one.get(key)).rejects.toMatchObject(refusal);
    await expect(one.set(key, 1)).rejects.toMatchObject(refusal);
    await expect(one.delete(key)).rejects.toMatchObject(refusal);
    await expect(one.update(key, () => 1)).rejects.toMatchObject(refusal);
    expect(() => store.namespace(key)).toThrow(expect.objectContaining({ code: 'ENTRY_REFUSED' }));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses a lifetime of %d ms', async (ttlMs) => {
    const refused = store.namespace('test/one').set('a', 1, { ttlMs });
    await expect(refused).rejects.toMatchObject({ code: 'ENTRY_REFUSED' });
  });

  test.each([-1, 1.5, Number.NaN])('refuses to list %d entries', async (limit) => {
    const refused = collect(store.namespace('test/one').entries({ limit }));
    await expect(refused).rejects.toMatchObject({ code: 'ENTRY_REFUSED' });
  });

  test('finishes what was asked for before it closes, and refuses what comes after', async () => {
    const one = store.namespace('test/one');
    const settled = Promise.all([one.set('a', 1), one.update('b', () => 2), one.get('a')]);
    const closing = store.close();
    await expect(one.get('a')).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(one.set('a', 1)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(collect(one.entries())).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(settled).resolves.toHaveLength(3);
    await closing;
    await store.close();
  });

  test('behaves like a map, whatever is done to it', async () => {
    let runs = 0;
    const likeAMap = fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      runs += 1;
      const namespace = store.namespace(`test/${runs}`);
      const model = new Model(namespace, clock);
      for (const next of steps) await model.do(next);
      expect(await collect(namespace.entries())).toEqual(model.entries());
    });
    await fc.assert(likeAMap, { numRuns: 60 });
  });
});
