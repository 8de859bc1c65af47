import type { TurnTime } from '../turn-time.js';

/** What kept the whole process from doing anything else, and for how long. */
export interface Block {
  readonly kind: string;
  readonly listener: string;
  readonly blockedMs: number;
}

const longestMs = 1_000;
/** So many calls are timed together at most: whoever blocks in each of them is to be named soon. */
const mostTogether = 8;

/**
 * Finds the listener that keeps the whole process from doing anything else for more than a second. Reading the clock is a
 * large part of calling a listener, so calls of the same one in a row are timed together, as far as they fall in one turn.
 */
export class BlockWatch {
  #kind = '';
  /** Whose calls are being timed; undefined while nobody's are. */
  #listener: string | undefined;
  #since = 0;
  #calls = 0;
  /** How many calls are within one another: what one causes while it runs is its own doing. */
  #depth = 0;

  constructor(
    private readonly turn: TurnTime,
    private readonly blocked: (block: Block) => void,
  ) {
    turn.onEnd(() => this.#look());
  }

  /** A listener is about to be called. */
  called(kind: string, listener: string): void {
    this.#depth += 1;
    if (this.#depth > 1) return;
    this.#calls += 1;
    if (listener === this.#listener && kind === this.#kind && this.#calls <= mostTogether) return;
    this.#look();
    this.#calls = 1;
    this.#since = this.turn.lately();
    this.#kind = kind;
    this.#listener = listener;
  }

  /** It returned, or threw. */
  returned(): void {
    this.#depth -= 1;
    if (this.#depth === 0 && !this.turn.isOn) this.#look();
  }

  #look(): void {
    const listener = this.#listener;
    if (listener === undefined) return;
    this.#listener = undefined;
    const blockedMs = this.turn.read() - this.#since;
    if (blockedMs > longestMs) this.blocked({ kind: this.#kind, listener, blockedMs });
  }
}
