import type { TurnTime } from '../turn-time.js';

/** What kept the whole process from doing anything else, and for how long. */
export interface Block {
  readonly kind: string;
  readonly listener: string;
  readonly blockedMs: number;
}

const longestMs = 1_000;
/** Calls that take no longer are not timed one by one. */
const quickMs = 1;
/** So many quick calls come between two readings of the clock at most, lest it show what is long past. */
const mostUnread = 8;

/**
 * Finds the listener that keeps the whole process from doing anything else for more than a second, be it in many calls in
 * a row. Reading the clock is a large part of calling a listener, so quick ones have it read once for several calls.
 */
export class BlockWatch {
  #kind = '';
  /** Whose calls in a row are being timed; undefined while nobody's are. */
  #listener: string | undefined;
  #since = 0;
  #readAt = 0;
  /** How many returned since the clock was read, and how many may. */
  #unread = 0;
  #mayBeUnread = 1;
  /** How many calls are within one another: what one causes while it runs is its own doing. */
  #depth = 0;

  constructor(
    private readonly turn: TurnTime,
    private readonly blocked: (block: Block) => void,
  ) {
    turn.onEnd(() => this.#endRow());
  }

  /** A listener is about to be called. */
  called(kind: string, listener: string): void {
    this.#depth += 1;
    if (this.#depth > 1 || (listener === this.#listener && kind === this.#kind)) return;
    this.#endRow();
    this.#since = this.turn.lately();
    this.#readAt = this.#since;
    this.#mayBeUnread = 1;
    this.#kind = kind;
    this.#listener = listener;
  }

  /** It returned, or threw. */
  returned(): void {
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#unread += 1;
    if (!this.turn.isOn) this.#endRow();
    else if (this.#unread >= this.#mayBeUnread) this.#read();
  }

  #endRow(): void {
    if (this.#unread > 0) this.#read();
    this.#listener = undefined;
  }

  #read(): void {
    const now = this.turn.read();
    this.#unread = 0;
    this.#mayBeUnread = now - this.#readAt > quickMs ? 1 : mostUnread;
    this.#readAt = now;
    const blockedMs = now - this.#since;
    if (blockedMs <= longestMs) return;
    this.#since = now;
    this.blocked({ kind: this.#kind, listener: this.#listener ?? '', blockedMs });
  }
}
