import { type Clock, systemClock } from '@botwright/clock';
import type { Engine, Range, Row } from './engine.js';
import { EngineStore } from './engine-store.js';
import { byCodePoints } from './keys.js';
import type { Store } from './store.js';

/** A store that forgets everything when the process ends: for tests, and for bots that want nothing kept. */
export function memoryStore({ clock = systemClock }: { readonly clock?: Clock } = {}): Store {
  return new EngineStore(new MemoryEngine(clock), clock);
}

class MemoryEngine implements Engine {
  readonly #namespaces = new Map<string, Map<string, Row>>();

  constructor(private readonly clock: Clock) {}

  async find(namespace: string, key: string): Promise<Row | undefined> {
    return this.alive(namespace, key);
  }

  async list(namespace: string, { from, after, below, limit }: Range): Promise<readonly Row[]> {
    return [...this.rows(namespace).keys()]
      .filter((key) => byCodePoints(key, from) >= 0 && byCodePoints(key, after) > 0)
      .filter((key) => below === undefined || byCodePoints(key, below) < 0)
      .sort(byCodePoints)
      .flatMap((key) => this.alive(namespace, key) ?? [])
      .slice(0, limit);
  }

  async put(namespace: string, row: Row): Promise<void> {
    this.rows(namespace).set(row.key, row);
  }

  async remove(namespace: string, key: string): Promise<boolean> {
    const row = this.alive(namespace, key);
    this.rows(namespace).delete(key);
    return row !== undefined;
  }

  async update(namespace: string, key: string, change: (current: Row | undefined) => Row | undefined): Promise<void> {
    const next = change(this.alive(namespace, key));
    if (next) this.rows(namespace).set(key, next);
    else this.rows(namespace).delete(key);
  }

  async clear(namespace: string): Promise<void> {
    this.#namespaces.delete(namespace);
  }

  async close(): Promise<void> {
    this.#namespaces.clear();
  }

  private rows(namespace: string): Map<string, Row> {
    const rows = this.#namespaces.get(namespace) ?? new Map<string, Row>();
    this.#namespaces.set(namespace, rows);
    return rows;
  }

  /** The row, unless it has expired; then it is forgotten. */
  private alive(namespace: string, key: string): Row | undefined {
    const rows = this.rows(namespace);
    const row = rows.get(key);
    if (row === undefined || row.expiresAt === null || row.expiresAt > this.clock.now()) return row;
    rows.delete(key);
    return undefined;
  }
}
