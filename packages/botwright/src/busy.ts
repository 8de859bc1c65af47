/** What the classes of a bot are doing right now, so that a stop can name what it no longer waits for. */
export class Busy {
  readonly #begun = new Set<{ readonly name: string }>();

  /** The names of those who have begun and not ended, the longest at it first. */
  get names(): string[] {
    return [...this.#begun].map(({ name }) => name);
  }

  /** Notes that somebody begins. Returns what notes the end. */
  begin(name: string): () => void {
    const entry = { name };
    this.#begun.add(entry);
    return () => this.#begun.delete(entry);
  }
}
