import type { NumberFault } from './stats.js';

/** A frame whose number does not follow from the one before. */
export interface Misnumbered {
  readonly fault: NumberFault;
  /** What would have followed. */
  readonly expected: number;
  /** What came, or of which type it is when that is no number. */
  readonly found: unknown;
  /** Whether further numbers are worth a look. */
  readonly isBelieved: boolean;
}

/** A numbering is believed while good numbers make up for the bad ones: ten of them for one. */
const fullTrust = 100;
const lostByFault = 10;

/**
 * Follows the numbers of one connection's frames. Each is judged by the one before alone, so that frames which all come
 * again, or a service that begins anew, are one fault and not one a frame.
 */
export class FrameNumbers {
  #last: number;
  /** Frames since then of which nobody knows whether they took a number. */
  #unnumbered = 0;
  #trust = fullTrust;

  /** @param first - READY's number. */
  constructor(first: number) {
    this.#last = first;
  }

  /**
   * Undefined when nothing is wrong with it.
   * @param number - The next frame's, whatever the service gave; undefined when it gave none.
   */
  take(number: unknown): Misnumbered | undefined {
    const expected = this.#last + 1;
    const fault = this.#faultOf(number);
    if (fault === undefined) {
      this.#trust = Math.min(fullTrust, this.#trust + 1);
      return undefined;
    }
    this.#trust -= lostByFault;
    const found = typeof number === 'number' ? number : typeof number;
    return { fault, expected, found, isBelieved: this.#trust > 0 };
  }

  #faultOf(number: unknown): NumberFault | undefined {
    if (!Number.isSafeInteger(number)) {
      this.#unnumbered += 1;
      return number === undefined ? 'missing' : 'strange';
    }
    const next = number as number;
    const last = this.#last;
    const newest = last + 1 + this.#unnumbered;
    this.#last = next;
    this.#unnumbered = 0;
    if (next <= last) return 'regression';
    return next > newest ? 'gap' : undefined;
  }
}
