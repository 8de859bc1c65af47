import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { VirtualClock } from '@botwright/clock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../src/index.js';
import { Child } from './support/child.js';
import { collect } from './support/collect.js';
import { Folder } from './support/folder.js';

// Some of these start processes of their own.
describe('openStore', { timeout: 60_000 }, () => {
  let folder: Folder;

  beforeEach(() => {
    folder = new Folder();
  });

  afterEach(() => folder[Symbol.dispose]());

  async function writeOne(url = folder.url()): Promise<void> {
    await using store = openStore({ url });
    await store.namespace('test/one').set('a', 1);
  }

  function openAndRead(): Promise<unknown> {
    const store = openStore({ url: folder.url() });
    return store
      .namespace('test/one')
      .get('a')
      .finally(() => store.close());
  }

  /** Changes the closed file as another program would. */
  function alter(sql: string): void {
    const database = new DatabaseSync(folder.file());
    database.exec(sql);
    database.close();
  }

  test('opens and makes nothing before something is asked for', async () => {
    const store = openStore({ url: folder.url('data/bot.sqlite') });
    store.namespace('test/one');
    await store.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('makes folder and file, for the eyes of this user alone, and leaves nothing else', async () => {
    await writeOne(folder.url('data/deep/bot.sqlite'));
    expect(readdirSync(folder.file('data/deep'))).toEqual(['bot.sqlite']);
    expect(statSync(folder.file('data/deep/bot.sqlite')).mode & 0o777).toBe(0o600);
  });

  test('keeps what was written after it was closed', async () => {
    await writeOne();
    expect(await openAndRead()).toBe(1);
  });

  test('takes relative paths and file URLs', async () => {
    await writeOne();
    for (const url of [`file:${relative('.', folder.file())}`, pathToFileURL(folder.file()).href]) {
      await using store = openStore({ url });
      expect(store.path).toBe(folder.file());
      expect(await store.namespace('test/one').get('a')).toBe(1);
    }
  });

  test.each(['postgres://bot:hush@db/bot', './bot.sqlite', '', 'file:', 'file:./bot.sqlite?mode=ro'])(
    'refuses the address %j without repeating it',
    (url) => {
      expect(() => openStore({ url })).toThrow(
        expect.objectContaining({ code: 'STORE_OPTION_INVALID', option: 'url' }),
      );
      expect(() => openStore({ url })).not.toThrow(/hush/);
    },
  );

  test.each([0, -1, 1.5, Number.NaN])('refuses a largest size of %d bytes', (maxBytes) => {
    expect(() => openStore({ maxBytes })).toThrow(expect.objectContaining({ option: 'maxBytes' }));
  });

  test('removes what has expired from the file, a hundred at a time', async () => {
    const clock = new VirtualClock();
    await using store = openStore({ url: folder.url(), clock });
    const one = store.namespace('test/one');
    await Promise.all(Array.from({ length: 250 }, (_, n) => one.set(`gone ${n}`, n, { ttlMs: 1_000 })));
    await clock.advance(60_000);
    const reader = new DatabaseSync(folder.file(), { readOnly: true });
    const left = () => reader.prepare('select count(*) as n from entry').get()?.['n'];
    const seen = [];
    for (let n = 0; n < 4; n += 1) {
      await one.set('stays', n);
      seen.push(left());
    }
    reader.close();
    expect(seen).toEqual([151, 51, 1, 1]);
  });

  test('lets two stores of one process share a file', async () => {
    await using one = openStore({ url: folder.url() });
    await using other = openStore({ url: folder.url() });
    const counts = [one, other].map((store) => store.namespace('test/counts', z.number()));
    const countUp = (count = 0) => count + 1;
    await Promise.all(Array.from({ length: 100 }, (_, n) => counts[n % 2]?.update('n', countUp)));
    expect(await counts[0]?.get('n')).toBe(100);
  });

  test('lets processes that start at once share a file, and loses no update of either', async () => {
    const children = [1, 2, 3].map(() => new Child('count-up.ts', [folder.url(), '200']));
    expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0]);
    await using store = openStore({ url: folder.url() });
    expect(await store.namespace('test/counts').get('n')).toBe(600);
    expect(readdirSync(folder.path).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('refuses a file of a newer version, and leaves it as it was', async () => {
    await writeOne();
    alter('pragma user_version = 99');
    const before = readFileSync(folder.file());
    const refusal = { code: 'STORE_FILE_REFUSED', problem: 'newer', path: folder.file() };
    await expect(openAndRead()).rejects.toMatchObject(refusal);
    expect(readFileSync(folder.file()).equals(before)).toBe(true);
  });

  test('tries again at the next call, once the file has been mended', async () => {
    await using store = openStore({ url: folder.url('data/bot.sqlite') });
    const one = store.namespace('test/one');
    writeFileSync(folder.file('data'), 'in the way');
    await expect(one.set('a', 1)).rejects.toMatchObject({ code: 'STORE_FAILED', path: store.path });
    rmSync(folder.file('data'));
    await one.set('a', 1);
    expect(await one.get('a')).toBe(1);
  });

  test('takes no log for a new file that was left of another', async () => {
    writeFileSync(folder.file('bot.sqlite-wal'), 'anything');
    await expect(openAndRead()).rejects.toMatchObject({ problem: 'incomplete', path: folder.file() });
    expect(existsSync(folder.file())).toBe(false);
  });

  test('notices a value that was changed behind its back, and names its key', async () => {
    await using store = openStore({ url: folder.url() });
    const one = store.namespace('test/one');
    await one.set('a', 1);
    await one.set('b', 2);
    alter(`update entry set value = '3' where key = 'a'`);
    await expect(one.get('a')).rejects.toMatchObject({ code: 'STORED_VALUE_INVALID', key: 'a' });
    const told: string[] = [];
    expect(await collect(one.entries({ onInvalid: ({ key }) => told.push(key) }))).toMatchObject([{ key: 'b' }]);
    expect(told).toEqual(['a']);
    await one.set('a', 4);
    expect(await one.get('a')).toBe(4);
  });

  test('refuses files and folders that this user may not write', async () => {
    await writeOne();
    const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    chmodSync(folder.path, 0o555);
    chmodSync(folder.file(), 0o444);
    for (const url of [folder.url(), folder.url('other.sqlite')]) {
      await using child = new Child('count-up.ts', [url, '1'], asNobody);
      expect(await child.ended()).toBe(1);
      expect(child.stderr).toContain('STORE_FILE_REFUSED');
      expect(child.stderr).toContain("problem: 'forbidden'");
      expect(child.stderr).toContain(url.slice('file:'.length));
    }
    chmodSync(folder.path, 0o755);
  });

  describe('backup', () => {
    test('makes a store of its own that only this user can read', async () => {
      await using store = openStore({ url: folder.url() });
      const one = store.namespace('test/one');
      await one.set('a', 1);
      await store.backup(folder.file('copies/backup.sqlite'));
      await one.set('a', 2);
      await using copy = openStore({ url: folder.url('copies/backup.sqlite') });
      expect(await copy.namespace('test/one').get('a')).toBe(1);
      expect(statSync(copy.path).mode & 0o777).toBe(0o600);
    });

    test('replaces nothing', async () => {
      mkdirSync(folder.file('backup.sqlite'));
      await using store = openStore({ url: folder.url() });
      const refusal = { problem: 'exists', path: folder.file('backup.sqlite') };
      await expect(store.backup(folder.file('backup.sqlite'))).rejects.toMatchObject(refusal);
      expect(readdirSync(folder.path).filter((name) => name.includes('.new-'))).toEqual([]);
    });

    test('is finished before the store closes, and refused after', async () => {
      const store = openStore({ url: folder.url() });
      const backup = store.backup(folder.file('backup.sqlite'));
      await store.close();
      await backup;
      expect(existsSync(folder.file('backup.sqlite'))).toBe(true);
      await expect(store.backup(folder.file('other.sqlite'))).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    });
  });
});
