import { type Clock, systemClock } from '@botwright/clock';
import type { Engine, Range, Row } from './engine.js';
import { EngineStore } from './engine-store.js';
import { byCodePoints } from './keys.js';
import type { Store } from './store.js';

/** A store that forgets everything when the process ends: for tests, and for bots that want nothing kept. */
export function memoryStore({ clock = systemClock }: { readonly clock?: Clock } = {}): Store {
  return new EngineStore(new MemoryEngine(clock), clock);
}

/** With fewer rows than this nobody looks for those that have expired. */
const fewRows = 1_000;

class MemoryEngine implements Engine {
  readonly #namespaces = new Map<string, Map<string, Row>>();
  /** With how many rows a namespace is swept next. */
  readonly #sweptAt = new Map<string, number>();

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
    this.add(namespace, row);
  }

  async remove(namespace: string, key: string): Promise<boolean> {
    const row = this.alive(namespace, key);
    this.rows(namespace).delete(key);
    return row !== undefined;
  }

  async update(namespace: string, key: string, change: (current: Row | undefined) => Row | undefined): Promise<void> {
    const next = change(this.alive(namespace, key));
    if (next) this.add(namespace, next);
    else this.rows(namespace).delete(key);
  }

  async clear(namespace: string): Promise<void> {
    this.#namespaces.delete(namespace);
  }

  async close(): Promise<void> {
    this.#namespaces.clear();
  }

  private add(namespace: string, row: Row): void {
    const rows = this.rows(namespace);
    rows.set(row.key, row);
    if (rows.size >= (this.#sweptAt.get(namespace) ?? fewRows)) this.sweep(namespace, rows);
  }

  /** Forgets what has expired and is not asked for any more; again when there are twice as many rows as it leaves. */
  private sweep(namespace: string, rows: Map<string, Row>): void {
    const now = this.clock.now();
    for (const [key, { expiresAt }] of rows) if (expiresAt !== null && expiresAt <= now) rows.delete(key);
    this.#sweptAt.set(namespace, Math.max(fewRows, rows.size * 2));
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
