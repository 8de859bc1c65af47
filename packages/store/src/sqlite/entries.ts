import type { Range, Row } from '../engine.js';
import { checksumOf } from './checksum.js';
import type { Connection } from './connection.js';
import { queries } from './tables.js';

interface CheckedRow extends Row {
  readonly checksum: number;
}

/** The entries in an open database, as they are at `now`. Every text goes in as a bound parameter. */
export class Entries {
  constructor(
    private readonly connection: Connection,
    private readonly now: number,
  ) {}

  find(namespace: string, key: string): Row | undefined {
    const [row] = this.connection.all(this.alive(namespace).where('key', '=', key));
    return row && checked(namespace, row);
  }

  list(namespace: string, { from, after, below, limit }: Range): Row[] {
    const behind = this.alive(namespace).where('key', '>=', from).where('key', '>', after);
    const within = below === undefined ? behind : behind.where('key', '<', below);
    return this.connection.all(within.orderBy('key').limit(limit)).map((row) => checked(namespace, row));
  }

  put(namespace: string, row: Row): void {
    const content = { value: row.value, expires_at: row.expiresAt, checksum: checksumOf(namespace, row) };
    const insert = queries.insertInto('entry').values({ namespace, key: row.key, ...content });
    this.connection.run(insert.onConflict((clash) => clash.columns(['namespace', 'key']).doUpdateSet(content)));
  }

  /** True when there was one that had not expired. */
  remove(namespace: string, key: string): boolean {
    const [row] = this.connection.all(this.alive(namespace).where('key', '=', key));
    this.connection.run(queries.deleteFrom('entry').where('namespace', '=', namespace).where('key', '=', key));
    return row !== undefined;
  }

  clear(namespace: string): void {
    this.connection.run(queries.deleteFrom('entry').where('namespace', '=', namespace));
  }

  /** Removes up to `limit` entries that have expired; how many it were. */
  sweep(limit: number): number {
    const expired = queries
      .selectFrom('entry')
      .select(['namespace', 'key'])
      .where('expires_at', '<=', this.now)
      .orderBy('expires_at')
      .limit(limit);
    return this.connection.run(
      queries
        .deleteFrom('entry')
        .where(({ eb, refTuple }) => eb(refTuple('namespace', 'key'), 'in', expired.$asTuple('namespace', 'key'))),
    );
  }

  private alive(namespace: string) {
    return queries
      .selectFrom('entry')
      .select(['key', 'value', 'expires_at as expiresAt', 'checksum'])
      .where('namespace', '=', namespace)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', this.now)]));
  }
}

function checked(namespace: string, { checksum, ...row }: CheckedRow): Row {
  return { ...row, isDamaged: checksum !== checksumOf(namespace, row) };
}
