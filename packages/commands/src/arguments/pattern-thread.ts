import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** One match: where it begins, and what the whole and each group matched. */
export interface PatternMatch {
  readonly index: number;
  readonly groups: readonly (string | null)[];
}

/** What to look for, and in what. */
export interface PatternSearch {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
}

/** What the thread runs. It is a text, so that it needs no file of its own behind any bundler. */
const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ source, flags, text }) => {
    const found = new RegExp(source, flags).exec(text);
    parentPort.postMessage(found === null ? null : { index: found.index, groups: Array.from(found, (group) => group ?? null) });
  });
  parentPort.postMessage('ready');
`;

const idleMs = 5_000;

/**
 * Searches in a thread of its own, one search after the other, so that neither running a pattern nor compiling it holds
 * up the process. A thread that takes too long is ended; it begins with the first search, and goes when nothing is left
 * to do for a while.
 */
export class PatternThread {
  #worker: Worker | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  /**
   * The first match; `'too-slow'` when there is no answer in time, or none at all since the pattern is too large to run.
   *
   * @param budgetMs - How long it may take, from its turn on.
   */
  search(search: PatternSearch, budgetMs: number): Promise<PatternMatch | 'too-slow' | undefined> {
    clearTimeout(this.#idle);
    this.#waiting += 1;
    const result = this.#turn.then(() => this.#take(search, budgetMs));
    this.#turn = result.then(
      () => this.#leave(),
      () => this.#leave(),
    );
    return result;
  }

  async #take(search: PatternSearch, budgetMs: number): Promise<PatternMatch | 'too-slow' | undefined> {
    this.#worker ??= await begin();
    const worker = this.#worker;
    const answer = answerOf(worker, budgetMs);
    worker.ref();
    worker.postMessage(search);
    const found = await answer;
    worker.unref();
    if (found === 'too-slow') this.#end();
    return found ?? undefined;
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  /** The next one need not wait until it is gone: a pattern that is being compiled cannot be stopped at once. */
  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** Resolves once it can take a search, so that its beginning counts against no budget. */
function begin(): Promise<Worker> {
  // Neither the flags nor the environment of the process: a loader of modules would only make it slow.
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      // An end by too much memory is seen by whoever waits for an answer, and by nobody else.
      worker.on('error', () => undefined);
      worker.unref();
      resolve(worker);
    });
  });
}

function answerOf(worker: Worker, budgetMs: number): Promise<PatternMatch | 'too-slow' | null> {
  return new Promise((resolve) => {
    const settle = (answer: PatternMatch | 'too-slow' | null): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = (): void => settle('too-slow');
    // When this process itself was held up, the answer may lie there unread: it is read before what is immediate.
    const timer = setTimeout(() => setImmediate().then(giveUp), budgetMs);
    worker.on('message', settle).on('exit', giveUp);
  });
}
