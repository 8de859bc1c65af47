import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '@botwright/clock';
import { EngineStore } from '../engine-store.js';
import { StoreOptionInvalid } from '../errors.js';
import { LateEngine } from '../late-engine.js';
import type { Store } from '../store.js';
import type { StoreLog } from './failure-log.js';
import type { SqliteEngine } from './sqlite-engine.js';

export interface StoreOptions {
  /** `file:` and a path, relative to the working directory; default `file:./data/bot.sqlite`. */
  readonly url?: string;
  /** How large the file may grow, in bytes; default: as the disk allows. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
  /** Is told when writing fails, at most once in 10 s; a caller is told each time. */
  readonly log?: StoreLog;
}

/** A store in a file. */
export interface FileStore extends Store {
  /** Where the file is, or will be. */
  readonly path: string;
  /**
   * Copies the store into a new file, which only this user can read, while everything goes on. The copy is there whole
   * or not at all, and holds all that was acknowledged before the call.
   *
   * @throws {StoreFileRefused} `exists` when something stands there.
   */
  backup(path: string): Promise<void>;
}

/**
 * A store in a SQLite file. Nothing is opened or made before the first entry is asked for; then the whole file is read
 * once and proven sound, a matter of seconds for a million entries. Several stores, also of several processes,
 * may use one file.
 *
 * @throws {StoreOptionInvalid} when `url` is no `file:` and a path, or `maxBytes` no whole number above 0.
 */
export function openStore(options: StoreOptions = {}): FileStore {
  const { url = 'file:./data/bot.sqlite', maxBytes, clock = systemClock, log } = options;
  const path = pathOf(url);
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes > 0)) {
    throw new StoreOptionInvalid('maxBytes', 'a whole number above 0');
  }
  // SQL would be a fifth of what a bot loads to start.
  const engine = new LateEngine(async () => {
    const { SqliteEngine } = await import('./sqlite-engine.js');
    return new SqliteEngine({ path, maxBytes, clock }, log);
  });
  return new SqliteStore(path, engine, clock);
}

class SqliteStore extends EngineStore implements FileStore {
  readonly #engine: LateEngine<SqliteEngine>;

  constructor(
    readonly path: string,
    engine: LateEngine<SqliteEngine>,
    clock: Clock,
  ) {
    super(engine, clock);
    this.#engine = engine;
  }

  async backup(path: string): Promise<void> {
    this.checkOpen();
    await (await this.#engine.loaded()).backup(path);
  }
}

function pathOf(url: string): string {
  const path = /^file:([^?#]+)$/s.exec(url)?.[1];
  if (path === undefined)
    throw new StoreOptionInvalid('url', 'file: and a path without ? or #, as file:./data/bot.sqlite');
  return path.startsWith('//') ? fileURLToPath(url) : resolve(path);
}
