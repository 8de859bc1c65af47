import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@botwright/clock';
import { StoreBusy, type StoreError } from '../errors.js';
import type { Connection } from './connection.js';
import { Entries } from './entries.js';
import { failureOf, isBusy } from './failure.js';
import { FairQueue } from './fair-queue.js';
import { longestWaitMs, pauses } from './patience.js';
import { type WriteJob, writeJob } from './write-job.js';

// So many small writes take a few milliseconds, after which timers and sockets get their turn.
const largestBatch = 100;

export interface WriteQueueOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly open: () => Promise<Connection>;
  /** Is called before each batch. */
  readonly prepare: (connection: Connection) => void;
  /** Is told what writes failed with. */
  readonly report: (failure: StoreError) => void;
}

/**
 * Writes what is asked for in one turn of the event loop in one transaction: a commit waits for the disk, and so
 * hundreds of writes wait for it once. Nobody is answered before the commit.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #jobs = new FairQueue<WriteJob>();
  #draining: Promise<void> | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Resolves with what `work` returned, once it is committed. `work` may be run again, on the state of then. */
  add<Result>(namespace: string, work: (entries: Entries) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#jobs.add(namespace, writeJob(this.#options.clock.monotonic(), work, resolve, reject));
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (!this.#jobs.isEmpty) {
      await setImmediate();
      const batch = this.#jobs.take(largestBatch);
      try {
        const connection = await this.#options.open();
        this.#options.prepare(connection);
        await this.#commit(connection, batch);
      } catch (error) {
        this.#fail(batch, error);
      }
    }
    this.#draining = undefined;
  }

  async #commit(connection: Connection, batch: readonly WriteJob[]): Promise<void> {
    let waiting = batch;
    for (const pauseMs of pauses()) {
      const failure = this.#attempt(connection, waiting);
      if (failure === undefined) return;
      if (!isBusy(failure)) {
        await this.#separate(connection, waiting, failure);
        return;
      }
      waiting = this.#withoutLate(waiting, failure);
      if (waiting.length === 0) return;
      await this.#options.clock.sleep(pauseMs);
    }
  }

  /** Commits and answers all jobs, or returns why none was committed. */
  #attempt(connection: Connection, jobs: readonly WriteJob[]): unknown {
    try {
      connection.transaction(() => {
        const entries = new Entries(connection, this.#options.clock.now());
        for (const job of jobs) job.run(entries);
      });
    } catch (error) {
      return error;
    }
    for (const job of jobs) job.settle();
    return undefined;
  }

  /** A batch failed, perhaps by one of its jobs: each gets a transaction of its own. */
  async #separate(connection: Connection, jobs: readonly WriteJob[], failure: unknown): Promise<void> {
    if (jobs.length === 1) {
      this.#fail(jobs, failure);
      return;
    }
    for (const job of jobs) await this.#commit(connection, [job]);
  }

  #withoutLate(jobs: readonly WriteJob[], cause: unknown): readonly WriteJob[] {
    const { clock, path } = this.#options;
    const now = clock.monotonic();
    const late = jobs.filter((job) => now - job.since >= longestWaitMs);
    for (const job of late) this.#fail([job], new StoreBusy(path, now - job.since, { cause }));
    return jobs.filter((job) => !late.includes(job));
  }

  #fail(jobs: readonly WriteJob[], cause: unknown): void {
    const failure = failureOf(cause, this.#options.path);
    this.#options.report(failure);
    for (const job of jobs) job.fail(failure);
  }
}
