import type { StoredValueInvalid } from './errors.js';
import type { Json, Schema } from './schema.js';

/**
 * Keeps what has to outlive a restart: keys and values in namespaces, each entry with an expiry if it wants one.
 *
 * ```ts
 * const prefixes = store.namespace('settings/prefixes', z.string().max(10));
 * await prefixes.set(team.id, '?');
 * await prefixes.get(team.id); // '?', also after a restart
 *
 * const uses = store.namespace('fun/uses', z.number());
 * await uses.update(author.id, (count = 0) => count + 1, { ttlMs: 60_000 });
 * ```
 *
 * A promise that resolved is a promise kept: what was written is on the disk, and every later read sees it, whatever
 * happens to the process. A promise that rejected wrote nothing that a reader may count on. Writes to one namespace
 * happen in the order of the calls.
 *
 * Every method rejects with STORE_CLOSED after `close()`, with STORE_FILE_REFUSED, STORE_BUSY, STORE_FULL or
 * STORE_FAILED when the file cannot serve, and with ENTRY_REFUSED when a key cannot be one.
 */
export interface Store extends AsyncDisposable {
  /**
   * Takes a namespace for its one owner: what it holds is seen through it alone.
   *
   * @param name - Begins with the owner's name by convention: `moderation/warnings`.
   * @param schema - What the values are. Without one they are whatever JSON can say.
   * @throws {NamespaceTaken} when it was taken from this store before.
   * @throws {EntryRefused} when it is empty, longer than 1,000 characters or no well-formed text.
   */
  namespace<Value>(name: string, schema: Schema<Value>): Namespace<Value>;
  namespace(name: string): Namespace<Json>;
  /** Gives a namespace back, so that another owner may take it. What was taken of it works on. */
  release(name: string): void;
  /** Finishes what was asked for, then lets go of the file. Calling it again does nothing more. */
  close(): Promise<void>;
}

/**
 * The entries of one owner. Keys are text of 1 to 1,000 characters, well-formed: no half of a surrogate pair. Values
 * are kept as JSON, so that no two readers share an object.
 */
export interface Namespace<Value> {
  readonly name: string;
  /**
   * The value under a key, or undefined when there is none or it has expired.
   * @throws {StoredValueInvalid} when what is stored does not fit the schema.
   */
  get(key: string): Promise<Value | undefined>;
  /**
   * Puts a value under a key, in place of value and expiry that stand there.
   * @throws {EntryRefused} when the value does not come back from JSON as the schema wants it.
   */
  set(key: string, value: Value, lifetime?: Lifetime): Promise<void>;
  /** Removes an entry; true when there was one. */
  delete(key: string): Promise<boolean>;
  /**
   * Replaces a value by what `change` makes of it, with nothing in between, also across processes.
   *
   * @param change - Gets the current value, or undefined, and returns the next; undefined removes the entry. It answers
   * at once and may be called more than once, so it only computes. What it throws comes out here, and nothing is written.
   * @param lifetime - Without one, an entry keeps the expiry it has.
   * @returns What `change` returned.
   * @throws {StoredValueInvalid} when what is stored does not fit the schema.
   */
  update(
    key: string,
    change: (current: Value | undefined) => Value | undefined,
    lifetime?: Lifetime,
  ): Promise<Value | undefined>;
  /**
   * Walks the entries in the order of their keys, by code points. It reads in pages, so it may see a part of what is
   * written meanwhile.
   * @throws {StoredValueInvalid} at an entry that does not fit the schema, unless `onInvalid` takes it.
   */
  entries(selection?: Selection): AsyncIterable<Entry<Value>>;
  /** Removes every entry. */
  clear(): Promise<void>;
}

/** How long an entry lives: until a moment, in epoch milliseconds, or for a time from now. Without either, for good. */
export type Lifetime =
  | { readonly expiresAt: number; readonly ttlMs?: undefined }
  | { readonly ttlMs: number; readonly expiresAt?: undefined };

/** Which entries are meant; all without it. */
export interface Selection {
  /** Those whose key begins so. */
  readonly prefix?: string;
  /** Those behind this key, which itself need not exist: the last key of the page before. */
  readonly after?: string;
  /** At most so many. */
  readonly limit?: number;
  /** Is told of each entry whose value does not fit, and the walk goes on without it. */
  readonly onInvalid?: (error: StoredValueInvalid) => void;
}

export interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  /** Epoch milliseconds; undefined when it stays for good. */
  readonly expiresAt: number | undefined;
}
