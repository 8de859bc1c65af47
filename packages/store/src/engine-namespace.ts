import type { Clock } from '@botwright/clock';
import type { Engine, Row } from './engine.js';
import { EntryRefused, StoredValueInvalid } from './errors.js';
import { checkKey, firstBeyond, problemOfName } from './keys.js';
import type { Entry, Lifetime, Namespace, Selection } from './store.js';
import type { ValueCodec } from './value-codec.js';

const pageSize = 200;

/** One namespace of a store, on any engine. */
export class EngineNamespace<Value> implements Namespace<Value> {
  constructor(
    readonly name: string,
    private readonly codec: ValueCodec<Value>,
    private readonly clock: Clock,
    private readonly engine: () => Engine,
  ) {}

  async get(key: string): Promise<Value | undefined> {
    checkKey(this.name, key);
    const row = await this.engine().find(this.name, key);
    return row && this.codec.decode(row);
  }

  async set(key: string, value: Value, lifetime?: Lifetime): Promise<void> {
    checkKey(this.name, key);
    const row = { key, value: this.codec.encode(key, value), expiresAt: this.expiry(key, lifetime) ?? null };
    await this.engine().put(this.name, row);
  }

  async delete(key: string): Promise<boolean> {
    checkKey(this.name, key);
    return this.engine().remove(this.name, key);
  }

  async update(
    key: string,
    change: (current: Value | undefined) => Value | undefined,
    lifetime?: Lifetime,
  ): Promise<Value | undefined> {
    checkKey(this.name, key);
    const expiresAt = this.expiry(key, lifetime);
    let next: Value | undefined;
    await this.engine().update(this.name, key, (row) => {
      next = change(row && this.codec.decode(row));
      if (next === undefined) return undefined;
      return { key, value: this.codec.encode(key, next), expiresAt: expiresAt ?? row?.expiresAt ?? null };
    });
    return next;
  }

  async *entries(selection: Selection = {}): AsyncGenerator<Entry<Value>, void, undefined> {
    const { prefix = '', onInvalid } = selection;
    this.checkBounds(selection);
    let { after = '', limit: left = Number.POSITIVE_INFINITY } = selection;
    while (left > 0) {
      const limit = Math.min(left, pageSize);
      const rows = await this.engine().list(this.name, { from: prefix, after, below: firstBeyond(prefix), limit });
      for (const row of rows) {
        const entry = this.read(row, onInvalid);
        if (entry) yield entry;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) return;
      after = last.key;
      left -= rows.length;
    }
  }

  async clear(): Promise<void> {
    await this.engine().clear(this.name);
  }

  private read(row: Row, onInvalid: Selection['onInvalid']): Entry<Value> | undefined {
    try {
      return { key: row.key, value: this.codec.decode(row), expiresAt: row.expiresAt ?? undefined };
    } catch (error) {
      if (!(onInvalid && error instanceof StoredValueInvalid)) throw error;
      onInvalid(error);
      return undefined;
    }
  }

  private checkBounds({ prefix = '', after = '', limit = 0 }: Selection): void {
    for (const bound of [prefix, after]) {
      const problem = bound === '' ? undefined : problemOfName(bound);
      if (problem !== undefined) throw new EntryRefused(this.name, bound, problem);
    }
    const countable = limit === Number.POSITIVE_INFINITY || Number.isSafeInteger(limit);
    if (!countable || limit < 0) throw new EntryRefused(this.name, undefined, `${limit} entries cannot be listed`);
  }

  private expiry(key: string, lifetime: Lifetime | undefined): number | undefined {
    if (lifetime === undefined) return undefined;
    const expiresAt = Math.ceil(lifetime.expiresAt ?? this.clock.now() + lifetime.ttlMs);
    if (Number.isSafeInteger(expiresAt)) return expiresAt;
    throw new EntryRefused(this.name, key, `an entry cannot expire at ${expiresAt}`);
  }
}
