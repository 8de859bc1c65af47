import { sql } from 'kysely';
import { StoreFileRefused } from '../errors.js';
import type { Connection } from './connection.js';
import { queries } from './tables.js';

/** The steps from an empty file to today's, in order. One that was released is never changed. */
const migrations = [
  [
    queries.schema
      .createTable('entry')
      .addColumn('namespace', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'integer')
      .addColumn('checksum', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('entry_key', ['namespace', 'key'])
      .modifyEnd(sql`strict, without rowid`),
    queries.schema.createIndex('entry_expiry').on('entry').column('expires_at').where('expires_at', 'is not', null),
  ],
];

/**
 * Brings a file up to date, all steps in one transaction: a process that is killed meanwhile leaves the file as it was.
 * Kysely's own migrator reads what was done before it takes the lock, so that two processes could do a step twice.
 */
export function migrate(connection: Connection): void {
  if (stepsDone(connection) === migrations.length) return;
  connection.transaction(() => {
    for (const step of migrations.slice(stepsDone(connection))) {
      for (const query of step) connection.run(query);
    }
    connection.pragma(`user_version = ${migrations.length}`);
  });
}

/** @throws {StoreFileRefused} `newer` when a later version of this package wrote the file. */
export function checkKnown(connection: Connection, path: string): void {
  const done = stepsDone(connection);
  if (done > migrations.length) throw new StoreFileRefused(path, 'newer');
  // A store gets its first step before its name.
  if (done < 1) throw new StoreFileRefused(path, 'damaged');
}

function stepsDone(connection: Connection): number {
  return Number(connection.pragma('user_version'));
}
