import type { Duplex } from 'node:stream';
import { TextFrame } from './text-frame.js';

/** The first byte of a text message that is one frame, without an extension (RFC 6455, section 5.2). */
const wholeText = 0x81;
const isFinal = 0x80;
const opcodeBits = 0x0f;
const firstControl = 0x08;
const isMasked = 0x80;
const lengthBits = 0x7f;
const nothing = Buffer.alloc(0);

export interface ShortcutHandlers {
  /** A text frame, whole, but perhaps not UTF-8. */
  text(frame: TextFrame): void;
  /** Whether ws still reads: it stops by itself after a frame that closes, and after one that breaks the rules. */
  isWanted(): boolean;
}

type DataListener = (chunk: Buffer) => void;

/**
 * Takes whole text frames out of what arrives, before ws sees it, which spends half a microsecond on each; a service sends
 * hardly anything else. All other bytes go on to ws: what is cut in pieces, control frames, and all that is against the
 * rules, so that the judgement stays with it.
 */
export class FrameShortcut {
  #state: 'on' | 'handedBack' | 'left' = 'on';
  /** So many bytes of the frame that ws is reading have not come yet. */
  #owed = 0;
  /** The beginning of a frame, which ws has, for as long as it does not tell how long the frame is. */
  #begun = nothing;
  /** Whether a message came of which frames are still to follow. */
  #isInPieces = false;
  /** ws wants no more for now: it fails, of which it tells a moment later, or cannot keep up. */
  #isHalted = false;
  readonly #listener: DataListener = (chunk) => this.#take(chunk);

  private constructor(
    private readonly wire: Duplex,
    private readonly onward: DataListener,
    private readonly longest: number,
    private readonly handlers: ShortcutHandlers,
  ) {
    wire.on('data', this.#listener);
    wire.off('data', onward);
  }

  /** Undefined where ws reads in another way than by one listener: then all goes through it. */
  static on(wire: Duplex, longest: number, handlers: ShortcutHandlers): FrameShortcut | undefined {
    const [onward, ...others] = wire.listeners('data') as DataListener[];
    if (!onward || others.length > 0) return undefined;
    return new FrameShortcut(wire, onward, longest, handlers);
  }

  /** Lets ws read all that is to come. */
  handBack(): void {
    if (this.#state !== 'on') return;
    this.wire.on('data', this.onward);
    this.#end('handedBack');
  }

  /** Nobody reads any longer. */
  leave(): void {
    if (this.#state === 'on') this.#end('left');
  }

  #end(state: 'handedBack' | 'left'): void {
    this.#state = state;
    this.wire.off('data', this.#listener);
  }

  #take(chunk: Buffer): void {
    this.#isHalted = false;
    // What ws gets is passed on in as few parts as text between it allows.
    let passed = 0;
    let at = this.#restOf(chunk);
    while (at < chunk.length && this.#state === 'on') {
      const length = frameLength(chunk, at);
      if (length === undefined) {
        this.#begun = Buffer.from(chunk.subarray(at));
        break;
      }
      const end = at + length;
      if (this.#isText(chunk, at, end)) {
        this.#pass(chunk, passed, at);
        passed = at;
        if (this.#mayTake && this.#took(chunk, at, end)) passed = end;
      } else {
        this.#notePiece(chunk[at] ?? 0);
      }
      at = Math.min(end, chunk.length);
      this.#owed = end - at;
    }
    this.#pass(chunk, passed, chunk.length);
  }

  /** Where what belongs to the frame ends that ws is reading. */
  #restOf(chunk: Buffer): number {
    if (this.#begun.length > 0) this.#measure(chunk);
    if (this.#begun.length > 0) return chunk.length;
    const end = Math.min(this.#owed, chunk.length);
    this.#owed -= end;
    return end;
  }

  #measure(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#begun, chunk.subarray(0, longestHeader)]);
    const length = frameLength(bytes, 0);
    if (length !== undefined) {
      this.#owed = length - this.#begun.length;
      this.#notePiece(bytes[0] ?? 0);
    }
    this.#begun = length === undefined ? bytes : nothing;
  }

  #isText(chunk: Buffer, at: number, end: number): boolean {
    const isWhole = chunk[at] === wholeText && end <= chunk.length && !this.#isInPieces;
    return isWhole && ((chunk[at + 1] ?? 0) & isMasked) === 0 && end - at <= this.longest;
  }

  get #mayTake(): boolean {
    return this.#state === 'on' && !this.#isHalted;
  }

  /** What turns out to be no UTF-8 reached nobody, and is left to ws to be judged. */
  #took(chunk: Buffer, at: number, end: number): boolean {
    const frame = new TextFrame(chunk, at + headerLength(chunk[at + 1] ?? 0), end);
    this.handlers.text(frame);
    return frame.isValid;
  }

  #notePiece(first: number): void {
    if ((first & opcodeBits) < firstControl) this.#isInPieces = (first & isFinal) === 0;
  }

  #pass(chunk: Buffer, from: number, to: number): void {
    if (from === to || this.#state === 'left') return;
    this.onward.call(this.wire, chunk.subarray(from, to));
    if (this.#state !== 'on') return;
    this.#isHalted = this.wire.isPaused();
    if (!this.handlers.isWanted()) this.leave();
  }
}

const shortLength = 2;
const mediumLength = 126;
const maskLength = 4;
const longestHeader = 14;

/** How long the header of a frame is, by its second byte. */
function headerLength(second: number): number {
  const coded = second & lengthBits;
  const mask = second & isMasked ? maskLength : 0;
  if (coded < mediumLength) return shortLength + mask;
  return (coded === mediumLength ? 4 : 10) + mask;
}

/** How long a frame is, header and all; undefined where too little of it is there to tell. */
function frameLength(bytes: Buffer, at: number): number | undefined {
  const second = bytes[at + 1];
  if (second === undefined) return undefined;
  const header = headerLength(second);
  const coded = second & lengthBits;
  if (coded < mediumLength) return header + coded;
  const isThere = bytes.length >= at + (coded === mediumLength ? 4 : 10);
  if (!isThere) return undefined;
  if (coded === mediumLength) return header + bytes.readUInt16BE(at + 2);
  return header + bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6);
}
