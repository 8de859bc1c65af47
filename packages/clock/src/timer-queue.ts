/** A timer in a queue: what it does, when, and where in the queue it stands. */
export interface QueuedTimer {
  readonly at: number;
  /** Of two timers of one moment the one that was set first fires first. */
  readonly order: number;
  readonly callback: () => void;
  /** Its place in the heap; -1 once it has left. */
  place: number;
}

/** Timers by the moment at which they fall due: a binary heap, so that thousands of them cost little. */
export class TimerQueue {
  readonly #heap: QueuedTimer[] = [];
  #set = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The timer that fires next; undefined when there is none. */
  get first(): QueuedTimer | undefined {
    return this.#heap[0];
  }

  add(at: number, callback: () => void): QueuedTimer {
    this.#set += 1;
    const timer: QueuedTimer = { at, order: this.#set, callback, place: this.#heap.length };
    this.#heap.push(timer);
    this.#rise(timer);
    return timer;
  }

  /** Takes a timer out; one that has left already does no harm. */
  remove(timer: QueuedTimer): void {
    const { place } = timer;
    if (this.#heap[place] !== timer) return;
    timer.place = -1;
    const last = this.#heap.pop();
    if (last === undefined || last === timer) return;
    this.#put(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  #rise(timer: QueuedTimer): void {
    while (timer.place > 0) {
      const parent = this.#heap[(timer.place - 1) >> 1];
      if (parent === undefined || !isBefore(timer, parent)) return;
      this.#swap(timer, parent);
    }
  }

  #sink(timer: QueuedTimer): void {
    for (let child = this.#earlierChild(timer); child && isBefore(child, timer); child = this.#earlierChild(timer)) {
      this.#swap(child, timer);
    }
  }

  #earlierChild({ place }: QueuedTimer): QueuedTimer | undefined {
    const left = this.#heap[2 * place + 1];
    const right = this.#heap[2 * place + 2];
    return left && right && isBefore(right, left) ? right : left;
  }

  #swap(one: QueuedTimer, other: QueuedTimer): void {
    const { place } = one;
    this.#put(one, other.place);
    this.#put(other, place);
  }

  #put(timer: QueuedTimer, place: number): void {
    timer.place = place;
    this.#heap[place] = timer;
  }
}

function isBefore(one: QueuedTimer, other: QueuedTimer): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}
