import { FramesBacklogged } from '../errors.js';

/** Hands a frame to a connection, and tells when the machine has taken it. */
export type Hand = (kind: string, text: string, taken: () => void) => void;

interface WaitingFrame {
  readonly kind: string;
  readonly text: string;
}

/** So few are under way at once that a heartbeat, which does not wait here, never stands far behind. */
const mostUnderWay = 16;

/**
 * Frames on their way out, in order. They wait for a connection, and for one that is slow to take them; what a
 * connection had not taken when it was lost goes to the next one.
 */
export class Outbox {
  #frames: WaitingFrame[] = [];
  /** The first so many were handed over and are not yet taken. */
  #underWay = 0;
  #hand: Hand | undefined;

  constructor(private readonly longest: number) {}

  /** @throws {FramesBacklogged} when as many as may be are waiting already. */
  add(kind: string, text: string): void {
    if (this.#frames.length >= this.longest) throw new FramesBacklogged(kind, this.longest);
    this.#frames.push({ kind, text });
    this.#flow();
  }

  /** There is a connection. */
  attach(hand: Hand): void {
    this.#hand = hand;
    this.#flow();
  }

  /** It is gone. */
  detach(): void {
    this.#hand = undefined;
    this.#underWay = 0;
  }

  /** Gives up on everything that no connection has, and says how many frames that were. */
  close(): number {
    const left = this.#frames.length - this.#underWay;
    this.#frames = [];
    this.detach();
    return left;
  }

  #flow(): void {
    const hand = this.#hand;
    while (hand && hand === this.#hand && this.#underWay < mostUnderWay) {
      const frame = this.#frames[this.#underWay];
      if (!frame) return;
      this.#underWay += 1;
      hand(frame.kind, frame.text, () => this.#taken(hand));
    }
  }

  #taken(hand: Hand): void {
    if (hand !== this.#hand) return;
    this.#frames.shift();
    this.#underWay -= 1;
    this.#flow();
  }
}
