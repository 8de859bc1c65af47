import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Child } from '../support/child.js';
import { Folder } from '../support/folder.js';

test('#128 a store opens on SQLite 3.51.3 or later, and refuses 3.51.2 before it touches a file', async ({
  annotate,
}) => {
  const database = new DatabaseSync(':memory:');
  const version = String(database.prepare('select sqlite_version() as version').get()?.['version']);
  database.close();
  expect(version.localeCompare('3.51.3', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);

  using folder = new Folder();
  await using child = new Child('old-sqlite.ts', [folder.url()]);
  expect(await child.ended()).toBe(1);
  expect(child.stderr).toContain('SQLITE_TOO_OLD');
  expect(existsSync(folder.file())).toBe(false);
  await annotate(`this Node brings ${version}`, 'reached');
}, 30_000);
