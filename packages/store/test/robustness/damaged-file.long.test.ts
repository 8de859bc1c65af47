import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/index.js';
import { collect } from '../support/collect.js';
import { Folder } from '../support/folder.js';

const entryCount = 300;

/** All entries, or the refusal. */
async function read(url: string): Promise<unknown> {
  await using store = openStore({ url });
  try {
    return await collect(store.namespace('test/entries').entries());
  } catch (error) {
    return error;
  }
}

describe('a file that was damaged is refused with its path and left as it is, or gives every entry as it was', () => {
  let sound: Buffer;
  let entries: unknown;

  beforeAll(async () => {
    using folder = new Folder();
    {
      await using store = openStore({ url: folder.url() });
      const namespace = store.namespace('test/entries');
      const expiring = { ttlMs: 86_400_000 };
      const set = (n: number) => namespace.set(`key ${n}`, `value ${n}`.repeat(5), n % 2 === 0 ? expiring : undefined);
      await Promise.all(Array.from({ length: entryCount }, (_, n) => set(n)));
    }
    sound = readFileSync(folder.file());
    entries = await read(folder.url());
    expect(entries).toHaveLength(entryCount);
  });

  /** True when the file was refused, false when nothing was lost. */
  async function isRefused(bytes: Buffer): Promise<boolean> {
    using folder = new Folder();
    writeFileSync(folder.file(), bytes);
    const outcome = await read(folder.url());
    if (!(outcome instanceof Error)) {
      expect(outcome).toEqual(entries);
      return false;
    }
    expect(outcome).toMatchObject({ code: 'STORE_FILE_REFUSED', path: folder.file() });
    expect(outcome.message).toContain(folder.file());
    expect(readFileSync(folder.file()).equals(bytes)).toBe(true);
    return true;
  }

  test('#126 of 1,000 files with one flipped bit none gives wrong or missing entries', async ({ annotate }) => {
    const place = fc.record({ offset: fc.nat(sound.length - 1), bit: fc.nat(7) });
    let refused = 0;
    const flip = fc.asyncProperty(place, async ({ offset, bit }) => {
      const bytes = Buffer.from(sound);
      bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << bit), offset);
      if (await isRefused(bytes)) refused += 1;
    });
    await fc.assert(flip, { numRuns: 1_000 });
    await annotate(`${refused} refused, ${1_000 - refused} unharmed`, 'reached');
  });

  test('#126 each of the 800 bits of the header, flipped, is refused or does no harm', async ({ annotate }) => {
    let refused = 0;
    for (let bit = 0; bit < 800; bit += 1) {
      const bytes = Buffer.from(sound);
      const offset = Math.floor(bit / 8);
      bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << (bit % 8)), offset);
      if (await isRefused(bytes)) refused += 1;
    }
    await annotate(`${refused} refused, ${800 - refused} unharmed`, 'reached');
  });

  test('#126 truncated at 200 lengths it is refused each time', async ({ annotate }) => {
    const length = fc.nat(sound.length - 1);
    const truncate = fc.asyncProperty(length, async (bytes) => {
      expect(await isRefused(sound.subarray(0, bytes))).toBe(true);
    });
    await fc.assert(truncate, { numRuns: 200, examples: [[0], [1], [99], [100], [4_096]] });
    await annotate('200 of 200 refused', 'reached');
  });

  test('#126 an empty file, a zeroed header, a zeroed file and a text are refused', async ({ annotate }) => {
    const zeroed = Buffer.from(sound).fill(0, 0, 100);
    const others = [Buffer.alloc(0), zeroed, Buffer.alloc(sound.length), Buffer.from('prefix = !\n'.repeat(50))];
    for (const bytes of others) expect(await isRefused(bytes)).toBe(true);
    await annotate('4 of 4 refused', 'reached');
  });

  test('#126 a folder and the database of another program are refused and left as they are', async ({ annotate }) => {
    using folder = new Folder();
    mkdirSync(folder.file('folder'));
    expect(await read(folder.url('folder'))).toMatchObject({ problem: 'no-file', path: folder.file('folder') });
    expect(statSync(folder.file('folder')).isDirectory()).toBe(true);

    const database = new DatabaseSync(folder.file('foreign'));
    database.exec('create table entry (namespace, key, value)');
    database.close();
    const before = readFileSync(folder.file('foreign'));
    expect(await read(folder.url('foreign'))).toMatchObject({ problem: 'foreign', path: folder.file('foreign') });
    expect(readFileSync(folder.file('foreign')).equals(before)).toBe(true);
    await annotate('2 of 2 refused', 'reached');
  });
});
