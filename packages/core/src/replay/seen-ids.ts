/** How an id is known: it came by itself, or it was read and may come by itself all the same. */
export type Known = 'came' | 'read';

const nowhere = -1;
/** More slots than ids, so that few ids share one; a power of two. */
const slots = 2 ** 15;

/**
 * The last ids, each once, by 64 bits of each: texts that are kept for a while and then forgotten would keep the collector
 * busy with each message. Two ids that share all these bits are taken for one, which among 10,000 that are remembered
 * befalls one message in 10^15.
 */
export class SeenIds {
  /** The two halves of each id's bits, by its place in the ring. */
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  /** 1 for an id that was read. */
  readonly #wasRead: Uint8Array;
  /** The places in the ring that fall into a slot: the last one, and for each the one before it. */
  readonly #last = new Int16Array(slots).fill(nowhere);
  readonly #before: Int16Array;
  #next = 0;
  #size = 0;
  /** The bits of the id that is being looked at. */
  #highOfId = 0;
  #lowOfId = 0;

  /** @param most - Fewer than 2^15, since places are kept in 16 bits. */
  constructor(private readonly most: number) {
    this.#high = new Int32Array(most);
    this.#low = new Int32Array(most);
    this.#wasRead = new Uint8Array(most);
    this.#before = new Int16Array(most);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an id, unless it is known already: then how. */
  add(id: string): Known | undefined {
    const known = this.#placeOf(id);
    if (known !== nowhere) return this.#wasRead[known] === 1 ? 'read' : 'came';
    const place = this.#next;
    if (this.#size === this.most) this.#forget(place);
    else this.#size += 1;
    this.#high[place] = this.#highOfId;
    this.#low[place] = this.#lowOfId;
    this.#wasRead[place] = 0;
    const slot = slotOf(this.#highOfId, this.#lowOfId);
    this.#before[place] = this.#last[slot] ?? nowhere;
    this.#last[slot] = place;
    this.#next = place + 1 === this.most ? 0 : place + 1;
    return undefined;
  }

  has(id: string): boolean {
    return this.#placeOf(id) !== nowhere;
  }

  /** An id that was added was read. */
  markRead(id: string): void {
    this.#mark(id, 1);
  }

  /** An id that was read came by itself. */
  markCame(id: string): void {
    this.#mark(id, 0);
  }

  /** Nothing that was read comes by itself any more. */
  markAllCame(): void {
    this.#wasRead.fill(0);
  }

  #mark(id: string, wasRead: 0 | 1): void {
    const place = this.#placeOf(id);
    if (place !== nowhere) this.#wasRead[place] = wasRead;
  }

  #placeOf(id: string): number {
    this.#look(id);
    let place = this.#last[slotOf(this.#highOfId, this.#lowOfId)] ?? nowhere;
    while (place !== nowhere) {
      if (this.#high[place] === this.#highOfId && this.#low[place] === this.#lowOfId) return place;
      place = this.#before[place] ?? nowhere;
    }
    return nowhere;
  }

  /** Two hashes that have nothing to do with one another. */
  #look(id: string): void {
    let high = id.length;
    let low = 0;
    for (let index = 0; index < id.length; index += 1) {
      const code = id.charCodeAt(index);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(((low << 7) | (low >>> 25)) ^ code, 0x85ebca77);
    }
    this.#highOfId = high;
    this.#lowOfId = low;
  }

  #forget(place: number): void {
    const before = this.#before[place] ?? nowhere;
    const slot = slotOf(this.#high[place] ?? 0, this.#low[place] ?? 0);
    let after = this.#last[slot] ?? nowhere;
    if (after === place) {
      this.#last[slot] = before;
      return;
    }
    while (after !== nowhere && this.#before[after] !== place) after = this.#before[after] ?? nowhere;
    if (after !== nowhere) this.#before[after] = before;
  }
}

function slotOf(high: number, low: number): number {
  return (high ^ (low >>> 7)) & (slots - 1);
}
