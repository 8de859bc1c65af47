/** How an id is known: it came by itself, or it was read and may come by itself all the same. */
export type Known = 'came' | 'read';

const nowhere = -1;
/** More slots than ids, so that few ids share one; a power of two. */
const slots = 2 ** 15;
/** Ids are shorter; of a longer one so much says where it is looked for. */
const longestHashed = 32;

/**
 * The last ids, each once. A Set would cost several times as much where with each message one id comes and another goes:
 * here the ring in which the ids stand is the table in which they are looked up as well.
 */
export class SeenIds {
  readonly #ring: string[] = [];
  #next = 0;
  /** The hash of each id in the ring: the ids themselves have left the processor's cache long ago. */
  readonly #hashes: Int32Array;
  /** The places in the ring that fall into a slot: the last one, and for each the one before it. */
  readonly #last = new Int16Array(slots).fill(nowhere);
  readonly #before: Int16Array;
  /** A part of the ring. */
  readonly #read = new Set<string>();

  /** @param most - Fewer than 2^15, since places are kept in 16 bits. */
  constructor(private readonly most: number) {
    this.#hashes = new Int32Array(most);
    this.#before = new Int16Array(most);
  }

  get size(): number {
    return this.#ring.length;
  }

  /** Adds an id, unless it is known already: then how. */
  add(id: string): Known | undefined {
    const hash = hashOf(id);
    if (this.#isIn(hash, id)) return this.#read.has(id) ? 'read' : 'came';
    const place = this.#next;
    if (place < this.#ring.length) this.#forget(place);
    this.#ring[place] = id;
    this.#hashes[place] = hash;
    const slot = slotOf(hash);
    this.#before[place] = this.#last[slot] ?? nowhere;
    this.#last[slot] = place;
    this.#next = place + 1 === this.most ? 0 : place + 1;
    return undefined;
  }

  has(id: string): boolean {
    return this.#isIn(hashOf(id), id);
  }

  /** An id that was added was read. */
  markRead(id: string): void {
    this.#read.add(id);
  }

  /** An id that was read came by itself. */
  markCame(id: string): void {
    this.#read.delete(id);
  }

  /** Nothing that was read comes by itself any more. */
  markAllCame(): void {
    this.#read.clear();
  }

  #isIn(hash: number, id: string): boolean {
    let place = this.#last[slotOf(hash)] ?? nowhere;
    while (place !== nowhere) {
      if (this.#hashes[place] === hash && this.#ring[place] === id) return true;
      place = this.#before[place] ?? nowhere;
    }
    return false;
  }

  #forget(place: number): void {
    if (this.#read.size > 0) this.#read.delete(this.#ring[place] ?? '');
    const before = this.#before[place] ?? nowhere;
    const slot = slotOf(this.#hashes[place] ?? 0);
    let after = this.#last[slot] ?? nowhere;
    if (after === place) {
      this.#last[slot] = before;
      return;
    }
    while (after !== nowhere && this.#before[after] !== place) after = this.#before[after] ?? nowhere;
    if (after !== nowhere) this.#before[after] = before;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

function hashOf(id: string): number {
  let hash = 0;
  const end = Math.min(id.length, longestHashed);
  for (let index = 0; index < end; index += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  return hash;
}
