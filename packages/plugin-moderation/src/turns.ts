/** Lets only one piece of work at a time touch what has one key; pieces with other keys run beside it. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves, or rejects, as the work does. */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
