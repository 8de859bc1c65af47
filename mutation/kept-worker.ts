import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type Vite, type WorkerRequest } from 'vitest/node';

/** A thread grows with what mutants leave behind, so it is replaced after so many runs. */
const mostRuns = 100;
/** And after a run that took this long: something in it hung, and may stir in the next. */
const longestRunMs = 2_000;

type Listener = (message: unknown) => void;

let kept: ThreadsPoolWorker | undefined;
let runs = 0;

/**
 * A thread that outlives a run. Vitest begins a new one for each mutant, which takes half a second to load what the
 * tests import, and most mutants are noticed within some milliseconds.
 */
class KeptWorker implements PoolWorker {
  readonly name = 'kept';
  readonly #begunAt = performance.now();
  readonly #thread: ThreadsPoolWorker;
  readonly #listeners = new Set<Listener>();

  constructor(options: PoolOptions) {
    kept ??= new ThreadsPoolWorker(options);
    this.#thread = kept;
  }

  async start(): Promise<void> {
    if (runs === 0) await this.#thread.start();
    runs += 1;
  }

  send(message: WorkerRequest): void {
    if (message.type !== 'stop') {
      this.#thread.send(message);
      return;
    }
    // What was torn down cannot be started again: the thread is not told, and the answer is given here.
    setImmediate(() => {
      for (const listener of this.#listeners) listener({ type: 'stopped', __vitest_worker_response__: true });
    });
  }

  async stop(): Promise<void> {
    if (runs < mostRuns && performance.now() - this.#begunAt < longestRunMs) return;
    kept = undefined;
    runs = 0;
    await this.#thread.stop();
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.add(listener);
    this.#thread.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.delete(listener);
    this.#thread.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return this.#thread.deserialize(data);
  }
}

/** A plugin, since Stryker says which pool it is, and takes none that is not vitest's own. */
export const keptWorker: Vite.Plugin = {
  name: 'kept-worker',
  configureVitest({ project }) {
    project.config.pool = 'kept';
    project.config.poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) };
  },
};
