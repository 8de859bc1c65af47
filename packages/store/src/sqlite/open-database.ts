import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@botwright/clock';
import { sql } from 'kysely';
import { SqliteTooOld, StoreFileRefused } from '../errors.js';
import { checksumOf } from './checksum.js';
import { Connection } from './connection.js';
import { applicationId, isStoreFile } from './file-header.js';
import { checkKnown, migrate } from './migrations.js';
import { makeWhole } from './new-file.js';
import { patiently } from './patience.js';
import { queries } from './tables.js';

export interface DatabaseFile {
  readonly path: string;
  /** The file grows no larger than this. */
  readonly maxBytes: number | undefined;
  readonly clock: Clock;
}

/** Earlier ones, back to 3.7.0, may damage a file that several connections have open (https://sqlite.org/wal.html#walresetbug). */
const oldestSqlite = '3.51.3';

/**
 * Opens a store's file, made anew when nothing stands there, brought up to date, and proven whole. That reads all of it.
 *
 * @throws {StoreFileRefused} when the file is not whole, or no store.
 * @throws {StoreBusy} when another process holds its lock for too long.
 * @throws {SqliteTooOld} when this Node's SQLite may damage files.
 */
export async function openDatabase(file: DatabaseFile): Promise<Connection> {
  checkVersion();
  if (!isStoreFile(file.path)) await create(file.path);
  const connection = new Connection(file.path);
  try {
    await patiently(file.clock, file.path, () => {
      configure(connection, file);
      checkKnown(connection, file.path);
      checkPages(connection, file.path);
    });
    await checkRows(connection, file.path);
    await patiently(file.clock, file.path, () => migrate(connection));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function checkVersion(): void {
  const connection = new Connection(':memory:');
  const [row] = connection.all(queries.selectNoFrom(sql<string>`sqlite_version()`.as('version')));
  connection.close();
  const version = row?.version ?? '0';
  if (version.localeCompare(oldestSqlite, 'en', { numeric: true }) < 0) throw new SqliteTooOld(version, oldestSqlite);
}

async function create(path: string): Promise<void> {
  try {
    await makeWhole(path, (draft) => {
      const connection = new Connection(draft);
      try {
        connection.pragma(`application_id = ${applicationId}`);
        migrate(connection);
        connection.pragma('journal_mode = wal');
      } finally {
        connection.close();
      }
    });
  } catch (error) {
    if (!(error instanceof StoreFileRefused && error.problem === 'exists')) throw error;
    // Another process was quicker, and its store is as good.
    isStoreFile(path);
  }
}

function configure(connection: Connection, { maxBytes }: DatabaseFile): void {
  connection.pragma('journal_mode = wal');
  // A commit is on the disk before it is acknowledged; NORMAL may lose the last ones when the power fails.
  connection.pragma('synchronous = full');
  connection.pragma('cell_size_check = on');
  connection.pragma('trusted_schema = off');
  if (maxBytes === undefined) return;
  const pageBytes = Number(connection.pragma('page_size'));
  connection.pragma(`max_page_count = ${Math.ceil(maxBytes / pageBytes)}`);
}

function checkPages(connection: Connection, path: string): void {
  const found = connection.pragma('integrity_check(1)');
  if (found !== 'ok') throw new StoreFileRefused(path, 'damaged', { cause: new Error(String(found)) });
}

const rowsInOneGo = 1_000;

async function checkRows(connection: Connection, path: string): Promise<void> {
  let seen = 0;
  for (const { namespace, checksum, ...row } of connection.each(everything)) {
    if (checksum !== checksumOf(namespace, row)) {
      throw new StoreFileRefused(path, 'damaged', { cause: new Error(`The checksum of key ${row.key} is wrong.`) });
    }
    seen += 1;
    if (seen % rowsInOneGo === 0) await setImmediate();
  }
}

const everything = queries
  .selectFrom('entry')
  .select(['namespace', 'key', 'value', 'expires_at as expiresAt', 'checksum']);
