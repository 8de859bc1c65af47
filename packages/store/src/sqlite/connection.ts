import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';

/** A query that Kysely has built. */
interface Query<Result> {
  compile(): CompiledQuery<Result>;
}

/** One open database file. Every call is synchronous and fails at once when another process holds the lock. */
export class Connection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.database = new DatabaseSync(path);
  }

  all<Result>(query: Query<Result>): Result[] {
    const { sql, parameters } = query.compile();
    return this.#prepare(sql).all(...(parameters as readonly SQLInputValue[])) as Result[];
  }

  *each<Result>(query: Query<Result>): Generator<Result, void, undefined> {
    const { sql, parameters } = query.compile();
    yield* this.#prepare(sql).iterate(...(parameters as readonly SQLInputValue[])) as Iterable<Result>;
  }

  /** How many rows it changed. */
  run(query: Query<unknown>): number {
    const { sql, parameters } = query.compile();
    return Number(this.#prepare(sql).run(...(parameters as readonly SQLInputValue[])).changes);
  }

  /** All of it or nothing, with nobody else writing meanwhile. */
  transaction<Result>(work: () => Result): Result {
    this.database.exec('begin immediate');
    try {
      const result = work();
      this.database.exec('commit');
      return result;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('rollback');
      throw error;
    }
  }

  pragma(name: string): unknown {
    return Object.values(this.#prepare(`pragma ${name}`).get() ?? {})[0];
  }

  close(): void {
    this.database.close();
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
