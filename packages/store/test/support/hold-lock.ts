// hold-lock.ts PATH MS: holds the write lock of a SQLite file for so long.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

const [path = '', ms = '0'] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec('begin exclusive');
process.stdout.write('locked\n');
await setTimeout(Number(ms));
database.exec('rollback');
process.stdout.write('released\n');
database.close();
