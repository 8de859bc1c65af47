/** How an id is known: it came by itself, or it was read and may come by itself all the same. */
export type Known = 'came' | 'read';

const nowhere = -1;
/** More slots than ids, so that few ids share one; a power of two. */
const slots = 2 ** 16;
/** Turns are counted in 16 bits. A slot that was last filled 2^16 turns ago leads to another id's place, which tells. */
const turnBits = 0xffff;

/**
 * The last ids, each once, by 64 bits of each: texts that are kept for a while and then forgotten would keep the collector
 * busy with each message. Two ids that share all these bits are taken for one, which among 10,000 that are remembered
 * befalls one message in 10^15.
 *
 * Memory that is looked at in no order is most of what this costs, so nothing is done to forget an id: its turn is too
 * long ago.
 */
export class SeenIds {
  /** The two halves of each id's bits, by its place: its turn, as far as there are places. */
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  /** 1 for an id that was read. */
  readonly #wasRead: Uint8Array;
  /** In which turn a slot was filled last, and by place in which turn it had been filled before. */
  readonly #last = new Uint16Array(slots);
  readonly #before: Uint16Array;
  readonly #placeBits: number;
  /** The turn of the next id. */
  #next = 0;
  #size = 0;
  /** The bits of the id that is being looked at. */
  #highOfId = 0;
  #lowOfId = 0;

  /** @param most - At most 2^16, so that no two turns in memory look alike. */
  constructor(private readonly most: number) {
    const places = 2 ** Math.ceil(Math.log2(most));
    this.#placeBits = places - 1;
    this.#high = new Int32Array(places);
    this.#low = new Int32Array(places);
    this.#wasRead = new Uint8Array(places);
    this.#before = new Uint16Array(places);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an id, unless it is known already: then how. */
  add(id: string): Known | undefined {
    const known = this.#placeOf(id);
    if (known !== nowhere) return this.#wasRead[known] === 1 ? 'read' : 'came';
    const turn = this.#next;
    const place = turn & this.#placeBits;
    const slot = slotOf(this.#highOfId, this.#lowOfId);
    this.#high[place] = this.#highOfId;
    this.#low[place] = this.#lowOfId;
    this.#wasRead[place] = 0;
    this.#before[place] = this.#last[slot] ?? 0;
    this.#last[slot] = turn;
    this.#next = (turn + 1) & turnBits;
    if (this.#size < this.most) this.#size += 1;
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
    let turn = this.#last[slotOf(this.#highOfId, this.#lowOfId)] ?? 0;
    let age = nowhere;
    // Each is older than the one before; what seems younger has been forgotten, and its place is another's.
    while (this.#ageOf(turn) > age && this.#ageOf(turn) < this.#size) {
      const place = turn & this.#placeBits;
      if (this.#high[place] === this.#highOfId && this.#low[place] === this.#lowOfId) return place;
      age = this.#ageOf(turn);
      turn = this.#before[place] ?? 0;
    }
    return nowhere;
  }

  /** How many ids were added since. */
  #ageOf(turn: number): number {
    return (this.#next - 1 - turn) & turnBits;
  }

  /** Two hashes that have nothing to do with one another, of two characters at a time. */
  #look(id: string): void {
    const pairs = id.length & ~1;
    let high = id.length;
    let low = 0;
    for (let index = 0; index < pairs; index += 2) {
      const pair = id.charCodeAt(index) | (id.charCodeAt(index + 1) << 16);
      high = Math.imul(high ^ pair, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(((low << 7) | (low >>> 25)) ^ pair, 0x85ebca77);
    }
    if (pairs < id.length) {
      const code = id.charCodeAt(pairs);
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(((low << 7) | (low >>> 25)) ^ code, 0x85ebca77);
    }
    this.#highOfId = high;
    this.#lowOfId = low;
  }
}

function slotOf(high: number, low: number): number {
  return (high ^ (low >>> 7)) & (slots - 1);
}
