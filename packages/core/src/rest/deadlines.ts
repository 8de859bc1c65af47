import type { Clock, Timer } from '@botwright/clock';

export interface Dated {
  /** Monotonic. May be set to a later time at any moment, or to infinity. */
  readonly dueAt: number;
  /** Where it stands among those that are watched, who keep it; -1 when it does not. */
  place: number;
  expire(): void;
}

/** Ends what takes too long. One timer serves all: to set and clear one for each would cost more than most of it does. */
export class Deadlines<Item extends Dated> {
  // A list in no order, whose items know their places: a set would have to hash each of them.
  readonly #items: Item[] = [];
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.#items.length;
  }

  /** All that are watched at the moment. */
  items(): Item[] {
    return [...this.#items];
  }

  /** Also to be called when the time was set to an earlier one. */
  watch(item: Item): void {
    if (item.place === -1) {
      item.place = this.#items.length;
      this.#items.push(item);
    }
    if (item.dueAt < this.#timerAt) this.#arm(item.dueAt);
  }

  /** Spares the timer that an item wanted whose time was set to infinity. It looks at all of them. */
  spare(): void {
    if (this.#items.every(({ dueAt }) => dueAt === Number.POSITIVE_INFINITY)) this.#disarm();
  }

  unwatch(item: Item): void {
    const { place } = item;
    if (place === -1) return;
    item.place = -1;
    const last = this.#items.pop();
    if (last !== undefined && last !== item) {
      this.#items[place] = last;
      last.place = place;
    }
    if (this.#items.length === 0) this.#disarm();
  }

  #look(): void {
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = this.clock.monotonic();
    for (const item of this.#items.filter(({ dueAt }) => dueAt <= now)) item.expire();
    const next = this.#nextAfter(now);
    if (next < this.#timerAt) this.#arm(next);
  }

  #nextAfter(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt } of this.#items) if (dueAt > now && dueAt < next) next = dueAt;
    return next;
  }

  #arm(at: number): void {
    this.#disarm();
    this.#timerAt = at;
    this.#timer = this.clock.setTimeout(() => this.#look(), Math.max(0, at - this.clock.monotonic()));
  }

  #disarm(): void {
    if (this.#timer === undefined) return;
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }
}
