import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

export interface Tables {
  readonly entry: EntryTable;
}

interface EntryTable {
  readonly namespace: string;
  readonly key: string;
  /** JSON. */
  readonly value: string;
  /** Epoch milliseconds. */
  readonly expires_at: number | null;
  /** CRC-32 of all the above: SQLite notices a damaged page, but no flipped bit inside a text. */
  readonly checksum: number;
}

/**
 * Builds queries and runs none. Kysely's own SQLite driver is asynchronous on a synchronous database: a second query
 * could then slip into a transaction between two of its steps.
 */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
