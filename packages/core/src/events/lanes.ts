import { Fifo } from '../fifo.js';

export interface LaneHandlers<Item> {
  /** Undefined when it is done at once; otherwise a promise that never rejects. */
  handle(item: Item): Promise<unknown> | undefined;
  /** Items are dropped: the lane is full, or all of them together are. Called once until the lane is empty again. */
  overflow(lane: string): void;
}

export interface LaneLimits {
  /** How many items of one lane may wait. */
  readonly longestLane: number;
  /** How many items may wait in all. */
  readonly mostWaiting: number;
  /** How many lanes may be busy; items of further ones wait for one of them to end. */
  readonly mostBusy: number;
}

interface Lane<Item> {
  readonly key: string;
  readonly waiting: Fifo<Item>;
  isOverflowing: boolean;
}

/**
 * Items of one lane are handled one after the other, those of different lanes side by side. A lane exists only while it
 * is busy or has to wait: an item that finds none is handled on the spot.
 */
export class Lanes<Item> {
  readonly #lanes = new Map<string, Lane<Item>>();
  /** Lanes that wait for a busy one to end. */
  readonly #parked = new Fifo<Lane<Item>>();
  /** Keys of the items that are being handled on the spot: what their handlers add waits. */
  readonly #entered: string[] = [];
  #busy = 0;
  #waiting = 0;
  #onIdle: (() => void)[] = [];

  constructor(
    private readonly limits: LaneLimits,
    private readonly handlers: LaneHandlers<Item>,
  ) {}

  /** How many items wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** False when there is no room and the item was dropped: those that wait are older and come first. */
  add(key: string, item: Item): boolean {
    // To look a key up, V8 makes a hash of it, and most events find no lane at all.
    const lane = this.#lanes.size === 0 ? undefined : this.#lanes.get(key);
    if (lane) return this.#queue(lane, item);
    if (this.#entered.includes(key)) return this.#queue(this.#open(key), item);
    if (this.#busy >= this.limits.mostBusy) return this.#park(key, item);
    this.#entered.push(key);
    const busy = this.handlers.handle(item);
    this.#entered.pop();
    if (busy !== undefined || this.#lanes.size > 0) this.#goOn(key, busy);
    return true;
  }

  /** Resolves when no lane is busy. */
  idle(): Promise<void> {
    if (this.#lanes.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #goOn(key: string, busy: Promise<unknown> | undefined): void {
    // The lane exists already when the handler itself added to it.
    const lane = this.#lanes.get(key) ?? (busy && this.#open(key));
    if (lane) void this.#work(lane, busy);
  }

  #open(key: string): Lane<Item> {
    const lane: Lane<Item> = { key, waiting: new Fifo(), isOverflowing: false };
    this.#lanes.set(key, lane);
    return lane;
  }

  #queue(lane: Lane<Item>, item: Item): boolean {
    if (lane.waiting.size < this.limits.longestLane && this.#waiting < this.limits.mostWaiting) {
      lane.waiting.push(item);
      this.#waiting += 1;
      return true;
    }
    if (!lane.isOverflowing) this.handlers.overflow(lane.key);
    lane.isOverflowing = true;
    return false;
  }

  #park(key: string, item: Item): boolean {
    if (this.#waiting >= this.limits.mostWaiting) {
      this.handlers.overflow(key);
      return false;
    }
    const lane = this.#open(key);
    this.#parked.push(lane);
    return this.#queue(lane, item);
  }

  async #work(lane: Lane<Item>, busy?: Promise<unknown>): Promise<void> {
    this.#busy += 1;
    await busy;
    for (let item = this.#next(lane); item !== undefined; item = this.#next(lane)) {
      const next = this.handlers.handle(item);
      if (next !== undefined) await next;
    }
    this.#lanes.delete(lane.key);
    this.#busy -= 1;
    const parked = this.#parked.shift();
    if (parked) void this.#work(parked);
    else if (this.#lanes.size === 0) this.#tellIdle();
  }

  #next(lane: Lane<Item>): Item | undefined {
    const item = lane.waiting.shift();
    if (item !== undefined) this.#waiting -= 1;
    return item;
  }

  #tellIdle(): void {
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}
