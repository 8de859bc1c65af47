/** What waits, in a lane each owner. Taking goes round the lanes, so that one owner's flood delays no other. */
export class FairQueue<Item> {
  readonly #lanes = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  add(owner: string, item: Item): void {
    const lane = this.#lanes.get(owner);
    if (lane) lane.push(item);
    else this.#lanes.set(owner, [item]);
  }

  /** At most `limit` items; those of one owner in the order in which they were added. */
  take(limit: number): Item[] {
    const taken: Item[] = [];
    while (!this.isEmpty && taken.length < limit) {
      const share = Math.max(1, Math.floor((limit - taken.length) / this.#lanes.size));
      for (const [owner, lane] of this.#lanes) {
        taken.push(...lane.splice(0, Math.min(share, limit - taken.length)));
        if (lane.length === 0) this.#lanes.delete(owner);
      }
    }
    return taken;
  }
}
