/** What can stand in a roll, and in one at a time; the roll sets these. */
export interface Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;
}

/**
 * Those who are there at the moment, in the order in which they came. A set in which things come and go all the time makes
 * its table anew again and again, and each old table keeps alive what was in it, until the whole heap is collected.
 */
export class Roll<Item extends Listed> implements Iterable<Item> {
  #first: Item | undefined;
  #last: Item | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(item: Item): boolean {
    return item.roll === this;
  }

  add(item: Item): void {
    if (item.roll !== undefined) return;
    item.roll = this;
    item.before = this.#last;
    if (this.#last) this.#last.behind = item;
    else this.#first = item;
    this.#last = item;
    this.#size += 1;
  }

  delete(item: Item): void {
    if (item.roll !== this) return;
    item.roll = undefined;
    if (item.before) item.before.behind = item.behind;
    else this.#first = item.behind;
    if (item.behind) item.behind.before = item.before;
    else this.#last = item.before;
    item.before = undefined;
    item.behind = undefined;
    this.#size -= 1;
  }

  /** Those who are there when it begins, whoever comes or goes meanwhile. */
  [Symbol.iterator](): Iterator<Item> {
    const items: Item[] = [];
    for (let item = this.#first; item; item = item.behind) items.push(item);
    return items.values();
  }
}
