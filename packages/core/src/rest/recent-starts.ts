/** When the last requests began that were let through: so many of them at most. */
export class RecentStarts {
  readonly #starts: number[] = [];
  #next = 0;

  constructor(private readonly most: number) {}

  add(at: number): void {
    this.#starts[this.#next] = at;
    this.#next = (this.#next + 1) % this.most;
  }

  /** The oldest first. */
  inOrder(): number[] {
    return [...this.#starts.slice(this.#next), ...this.#starts.slice(0, this.#next)];
  }

  countSince(at: number): number {
    return this.#starts.filter((start) => start > at).length;
  }
}
