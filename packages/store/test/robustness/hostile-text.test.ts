import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { openStore } from '../../src/index.js';
import { collect } from '../support/collect.js';
import { Folder } from '../support/folder.js';

const corpus = [
  `'; drop table entry; --`,
  `" or ""="`,
  `a' union select * from sqlite_schema --`,
  '%_\\*?[a-z]',
  ':key @key $key ?1',
  'NULL',
  '\0before and after\0',
  '\u202eright to left\u202c \u200b\ufeff',
  '\r\n\t\x1b[31mred',
  '\u{10ffff}\u{fffd}\u{d7ff}\u{e000}',
  'é e\u0301 ﬁ İ ß',
  '__proto__',
  'constructor',
  '👩‍👩‍👧‍👦'.repeat(80),
];

const text = fc.oneof(fc.constantFrom(...corpus), fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }));
const anyText = fc.oneof(
  text,
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) }),
);

afterEach(() => {
  vi.restoreAllMocks();
});

test('#132 hostile text comes back as it went in, from namespace, key and value, and stands in no statement', async ({
  annotate,
}) => {
  using folder = new Folder();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  await using store = openStore({ url: folder.url() });
  const witness = store.namespace('witness');
  await witness.set('a', 1);
  let texts = 0;
  const roundTrip = fc.asyncProperty(text, text, anyText, async (name, key, value) => {
    texts += 3;
    const namespace = store.namespace(`${texts} ${name}`);
    await namespace.set(key, { [value]: value });
    await namespace.update(key, (current) => current);
    expect(await namespace.get(key)).toEqual({ [value]: value });
    expect(await collect(namespace.entries({ prefix: key }))).toMatchObject([{ key, value: { [value]: value } }]);
    expect(await namespace.delete(key)).toBe(true);
    await namespace.clear();
  });
  await fc.assert(roundTrip, { numRuns: 100, examples: corpus.map((each) => [each, each, each]) });

  expect(await witness.get('a')).toBe(1);
  const statements = new Set([...prepare.mock.calls, ...exec.mock.calls].map(([sql]) => sql));
  // Fifteen queries and as many settings: their number does not grow with what is stored.
  expect(statements.size).toBeLessThan(30);
  // Only single quotes make a text of SQL; what a store says to SQLite has none.
  const literals = [...statements].filter((sql) => sql.includes("'"));
  expect(literals).toEqual([]);
  await annotate(`${texts} texts, ${statements.size} different statements`, 'reached');
}, 30_000);
