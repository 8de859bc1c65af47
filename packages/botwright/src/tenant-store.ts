import type { Json, Namespace, Schema, Store } from '@botwright/store';

/** A store as one of those who share it has it: it knows which namespaces it took, and gives them back when it goes. */
export class TenantStore implements Store {
  readonly #taken = new Set<string>();
  #predecessor: TenantStore | undefined;
  readonly #inherited = new Set<string>();

  /** @param predecessor - Whose namespaces it may take while both are there. */
  constructor(
    private readonly store: Store,
    predecessor: TenantStore | undefined,
  ) {
    this.#predecessor = predecessor;
  }

  namespace<Value>(name: string, schema: Schema<Value>): Namespace<Value>;
  namespace(name: string): Namespace<Json>;
  namespace(name: string, schema?: Schema<unknown>): Namespace<unknown> {
    if (this.#predecessor?.gives(name)) this.#inherited.add(name);
    const taken = schema === undefined ? this.store.namespace(name) : this.store.namespace(name, schema);
    this.#taken.add(name);
    return taken;
  }

  release(name: string): void {
    if (this.#taken.delete(name)) this.store.release(name);
  }

  /** Lets a namespace go to a successor, if it was taken. */
  private gives(name: string): boolean {
    const isOwn = this.#taken.has(name);
    this.release(name);
    return isOwn;
  }

  /** Its predecessor has gone. */
  succeed(): void {
    this.#predecessor = undefined;
    this.#inherited.clear();
  }

  /** Gives everything back: to its predecessor, if that stays, what came from there. */
  leave(): void {
    for (const name of this.#taken) {
      if (this.#predecessor !== undefined && this.#inherited.has(name)) this.#predecessor.#taken.add(name);
      else this.store.release(name);
    }
    this.#taken.clear();
    this.succeed();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
