/** What can stand in a line. `number` says where: those with a smaller one were there before. */
export interface Queued {
  readonly number: number;
  before: this | undefined;
  behind: this | undefined;
}

/** Those who wait, in the order of their numbers. Whoever has enough of it can leave from anywhere. */
export class Line<Item extends Queued> {
  #first: Item | undefined;
  #last: Item | undefined;

  get first(): Item | undefined {
    return this.#first;
  }

  /** Puts a newcomer behind everybody, and somebody who comes back before those who came later. */
  enter(item: Item): void {
    let before = this.#last;
    while (before && before.number > item.number) before = before.before;
    item.before = before;
    item.behind = before ? before.behind : this.#first;
    if (item.behind) item.behind.before = item;
    else this.#last = item;
    if (before) before.behind = item;
    else this.#first = item;
  }

  leave(item: Item): void {
    if (item.before) item.before.behind = item.behind;
    else this.#first = item.behind;
    if (item.behind) item.behind.before = item.before;
    else this.#last = item.before;
    item.before = undefined;
    item.behind = undefined;
  }
}
