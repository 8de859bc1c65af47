import { type Listed, Roll } from '@botwright/core';

class Beginning implements Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;

  constructor(readonly name: string) {}
}

/** What the classes of a bot are doing right now, so that a stop can name what it no longer waits for. */
export class Busy {
  readonly #begun = new Roll<Beginning>();

  /** The names of those who have begun and not ended, the longest at it first. */
  get names(): string[] {
    return [...this.#begun].map(({ name }) => name);
  }

  /** Notes that somebody begins. Returns what notes the end. */
  begin(name: string): () => void {
    const beginning = new Beginning(name);
    this.#begun.add(beginning);
    return () => this.#begun.delete(beginning);
  }
}
