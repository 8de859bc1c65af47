import type { Engine, Range, Row } from './engine.js';

/** An engine that is loaded when something is first asked of it. Calls are passed on in the order in which they come. */
export class LateEngine<Loaded extends Engine> implements Engine {
  #loading: Promise<Loaded> | undefined;

  constructor(private readonly load: () => Promise<Loaded>) {}

  loaded(): Promise<Loaded> {
    this.#loading ??= this.load();
    return this.#loading;
  }

  async find(namespace: string, key: string): Promise<Row | undefined> {
    return (await this.loaded()).find(namespace, key);
  }

  async list(namespace: string, range: Range): Promise<readonly Row[]> {
    return (await this.loaded()).list(namespace, range);
  }

  async put(namespace: string, row: Row): Promise<void> {
    return (await this.loaded()).put(namespace, row);
  }

  async remove(namespace: string, key: string): Promise<boolean> {
    return (await this.loaded()).remove(namespace, key);
  }

  async update(namespace: string, key: string, change: (current: Row | undefined) => Row | undefined): Promise<void> {
    return (await this.loaded()).update(namespace, key, change);
  }

  async clear(namespace: string): Promise<void> {
    return (await this.loaded()).clear(namespace);
  }

  /** What was never loaded has nothing to close. */
  async close(): Promise<void> {
    await (await this.#loading)?.close();
  }
}
