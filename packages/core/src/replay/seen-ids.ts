/** What is known of an id that may come again: it came on an earlier connection, or it was read since. */
export type Known = 'came' | 'read';

/**
 * The last ids, and which of them may come again. On a connection an id comes once, and adding it costs next to nothing;
 * what came on earlier ones is looked up.
 */
export class SeenIds {
  readonly #ring: string[] = [];
  #next = 0;
  /** A part of the ring. */
  #known: Map<string, Known> | undefined;

  constructor(private readonly most: number) {}

  get size(): number {
    return this.#ring.length;
  }

  add(id: string): void {
    const gone = this.#ring[this.#next];
    this.#ring[this.#next] = id;
    this.#next = (this.#next + 1) % this.most;
    if (this.#known !== undefined && gone !== undefined) this.#known.delete(gone);
    if (this.#known?.size === 0) this.#known = undefined;
  }

  /** The id that was added last was read, and may come by itself all the same. */
  markRead(id: string): void {
    this.#known ??= new Map();
    this.#known.set(id, 'read');
  }

  /** Every id that was added so far may come again. */
  markAll(): void {
    this.#known = new Map(this.#ring.map((id) => [id, 'came']));
  }

  known(id: string): Known | undefined {
    return this.#known?.get(id);
  }
}
