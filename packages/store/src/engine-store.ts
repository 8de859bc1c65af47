import type { Clock } from '@botwright/clock';
import type { Engine } from './engine.js';
import { EngineNamespace } from './engine-namespace.js';
import { EntryRefused, NamespaceTaken, StoreClosed } from './errors.js';
import { problemOfName } from './keys.js';
import { anyJson, type Json, type Schema } from './schema.js';
import type { Namespace, Store } from './store.js';
import { ValueCodec } from './value-codec.js';

/** A store on any engine: it knows types, names and closing, the engine knows rows. */
export class EngineStore implements Store {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #taken = new Set<string>();
  #closing: Promise<void> | undefined;

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  namespace<Value>(name: string, schema: Schema<Value>): Namespace<Value>;
  namespace(name: string): Namespace<Json>;
  namespace(name: string, schema: Schema<unknown> = anyJson): Namespace<unknown> {
    const problem = problemOfName(name);
    if (problem !== undefined) throw new EntryRefused(name, undefined, problem);
    if (this.#taken.has(name)) throw new NamespaceTaken(name);
    this.#taken.add(name);
    return new EngineNamespace(name, new ValueCodec(name, schema), this.#clock, () => {
      this.checkOpen();
      return this.#engine;
    });
  }

  release(name: string): void {
    this.#taken.delete(name);
  }

  close(): Promise<void> {
    this.#closing ??= this.#engine.close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** @throws {StoreClosed} after `close()`. */
  protected checkOpen(): void {
    if (this.#closing !== undefined) throw new StoreClosed();
  }
}
