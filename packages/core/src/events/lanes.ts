import { Fifo } from '../fifo.js';

export interface LaneHandlers<Item> {
  /** Undefined when it is done at once; otherwise a promise that never rejects. */
  handle(item: Item): Promise<unknown> | undefined;
  /** A lane became full. */
  overflow(lane: string): void;
}

interface Lane<Item> {
  readonly waiting: Fifo<Item>;
  isOverflowing: boolean;
}

/**
 * Items of one lane are handled one after the other, those of different lanes side by side. A lane exists only while it
 * is busy: an item that finds none is handled on the spot.
 */
export class Lanes<Item> {
  readonly #lanes = new Map<string, Lane<Item>>();
  #onIdle: (() => void)[] = [];

  constructor(
    private readonly longest: number,
    private readonly handlers: LaneHandlers<Item>,
  ) {}

  /** False when the lane is full and the item was dropped: those that wait are older and come first. */
  add(key: string, item: Item): boolean {
    const lane = this.#lanes.get(key);
    if (lane) return this.#queue(key, lane, item);
    const busy = this.handlers.handle(item);
    if (busy !== undefined) void this.#work(key, busy);
    return true;
  }

  /** Resolves when no lane is busy. */
  idle(): Promise<void> {
    if (this.#lanes.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #queue(key: string, lane: Lane<Item>, item: Item): boolean {
    if (lane.waiting.size < this.longest) {
      lane.waiting.push(item);
      return true;
    }
    if (!lane.isOverflowing) this.handlers.overflow(key);
    lane.isOverflowing = true;
    return false;
  }

  async #work(key: string, busy: Promise<unknown>): Promise<void> {
    const lane: Lane<Item> = { waiting: new Fifo(), isOverflowing: false };
    this.#lanes.set(key, lane);
    await busy;
    for (let item = lane.waiting.shift(); item !== undefined; item = lane.waiting.shift()) {
      const next = this.handlers.handle(item);
      if (next !== undefined) await next;
    }
    this.#lanes.delete(key);
    if (this.#lanes.size === 0) this.#tellIdle();
  }

  #tellIdle(): void {
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}
