// old-sqlite.ts URL: opens a store where SQLite says that it is 3.51.2, the last version with the fault.
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../src/index.js';

const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (sql) {
  this.function('sqlite_version', () => '3.51.2');
  return prepare.call(this, sql);
};

await openStore({ url: process.argv[2] ?? '' })
  .namespace('test/one')
  .set('a', 1);
