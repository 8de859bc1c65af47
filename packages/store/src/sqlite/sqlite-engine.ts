import { backup } from 'node:sqlite';
import type { Engine, Range, Row } from '../engine.js';
import type { Connection } from './connection.js';
import { Entries } from './entries.js';
import { failureOf, isBusy } from './failure.js';
import { FailureLog, type StoreLog } from './failure-log.js';
import { makeWhole } from './new-file.js';
import { type DatabaseFile, openDatabase } from './open-database.js';
import { patiently } from './patience.js';
import { WriteQueue } from './write-queue.js';

const sweepEveryMs = 60_000;
const sweptAtOnce = 100;

/** Entries in a SQLite file, which is opened when something is first asked for. */
export class SqliteEngine implements Engine {
  readonly #file: DatabaseFile;
  readonly #log: FailureLog;
  readonly #writes: WriteQueue;
  readonly #unfinished = new Set<Promise<unknown>>();
  #opening: Promise<Connection> | undefined;
  #nextSweep = Number.NEGATIVE_INFINITY;

  constructor(file: DatabaseFile, log: StoreLog | undefined) {
    this.#file = file;
    this.#log = new FailureLog(log, file.clock);
    this.#writes = new WriteQueue({
      path: file.path,
      clock: file.clock,
      open: () => this.#open(),
      prepare: (connection) => this.#sweep(connection),
      report: (failure) => this.#log.say(failure),
    });
  }

  find(namespace: string, key: string): Promise<Row | undefined> {
    return this.#read((entries) => entries.find(namespace, key));
  }

  list(namespace: string, range: Range): Promise<readonly Row[]> {
    return this.#read((entries) => entries.list(namespace, range));
  }

  put(namespace: string, row: Row): Promise<void> {
    return this.#writes.add(namespace, (entries) => entries.put(namespace, row));
  }

  remove(namespace: string, key: string): Promise<boolean> {
    return this.#writes.add(namespace, (entries) => entries.remove(namespace, key));
  }

  async update(namespace: string, key: string, change: (current: Row | undefined) => Row | undefined): Promise<void> {
    const outcome = await this.#writes.add(namespace, (entries) => {
      const next = attempt(() => change(entries.find(namespace, key)));
      if ('thrown' in next) return next;
      if (next.result) entries.put(namespace, next.result);
      else entries.remove(namespace, key);
      return next;
    });
    if ('thrown' in outcome) throw outcome.thrown;
  }

  clear(namespace: string): Promise<void> {
    return this.#writes.add(namespace, (entries) => entries.clear(namespace));
  }

  /** Copies the file as it is, while reading and writing go on. */
  backup(path: string): Promise<void> {
    const copy = async (draft: string) => {
      const connection = await this.#open();
      await backup(connection.database, draft);
    };
    return this.#unfinishedUntilDone(this.#translated(path, () => makeWhole(path, copy)));
  }

  async close(): Promise<void> {
    await this.#writes.idle();
    await Promise.allSettled(this.#unfinished);
    const connection = await this.#opening?.catch(() => undefined);
    connection?.close();
  }

  #read<Result>(look: (entries: Entries) => Result): Promise<Result> {
    const { clock, path } = this.#file;
    const reading = this.#translated(path, async () => {
      const connection = await this.#open();
      return patiently(clock, path, () => look(new Entries(connection, clock.now())));
    });
    return this.#unfinishedUntilDone(reading);
  }

  /** Opens the file once; after a failure, the next call tries again. */
  #open(): Promise<Connection> {
    this.#opening ??= this.#translated(this.#file.path, () => openDatabase(this.#file)).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Removes a few of those that have expired, once in a while. A bot that writes nothing gathers none either. */
  #sweep(connection: Connection): void {
    const now = this.#file.clock.now();
    if (now < this.#nextSweep) return;
    try {
      const swept = connection.transaction(() => new Entries(connection, now).sweep(sweptAtOnce));
      this.#nextSweep = swept < sweptAtOnce ? now + sweepEveryMs : now;
    } catch (error) {
      this.#nextSweep = now + sweepEveryMs;
      // The batch that follows waits for the same lock, and says so when it does not get it.
      if (!isBusy(error)) this.#log.say(failureOf(error, this.#file.path));
    }
  }

  async #translated<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, path);
    }
  }

  #unfinishedUntilDone<Result>(work: Promise<Result>): Promise<Result> {
    const forget = () => this.#unfinished.delete(work);
    this.#unfinished.add(work);
    work.then(forget, forget);
    return work;
  }
}

function attempt<Result>(work: () => Result): { readonly result: Result } | { readonly thrown: unknown } {
  try {
    return { result: work() };
  } catch (thrown) {
    return { thrown };
  }
}
