import { isUtf8 } from 'node:buffer';
import type { Frame } from '@botwright/protocol';
import { parseJson } from '../json.js';

/** What text that is no UTF-8 is decoded to, and hardly anything else. */
const replacement = '\ufffd';

/**
 * A text frame as it came, amid what came with it. Nothing of it is copied or decoded before somebody asks: most frames
 * are looked at for their names alone.
 */
export class TextFrame {
  #isValid: boolean | undefined;

  constructor(
    private readonly chunk: Buffer,
    private readonly start = 0,
    private readonly end = chunk.length,
  ) {}

  /** The frame alone. */
  get bytes(): Buffer {
    return this.chunk.subarray(this.start, this.end);
  }

  /** Whether it is UTF-8, as text has to be. */
  get isValid(): boolean {
    this.#isValid ??= isUtf8(this.bytes);
    return this.#isValid;
  }

  /**
   * Its name, read from its first bytes, so that frames nobody wants are never parsed. Undefined when it does not begin
   * with its name, which says nothing about whether it has one. Names with an escape or beyond ASCII are left to `parse`.
   */
  get kind(): string | undefined {
    return peekKind(this.chunk, this.start, this.end);
  }

  /**
   * Undefined when it is not an object with a name.
   * @param kind - What `kind` says, for those who asked already.
   */
  parse(kind = this.kind): Frame | undefined {
    return (kind === undefined ? undefined : this.#parsePayload(kind)) ?? this.#parseWhole();
  }

  /**
   * The object around name and payload says nothing that is not known by now, so what looks like `{"t":…,"d":{…}}` is
   * parsed without it. Undefined when it is something else after all, or no JSON.
   */
  #parsePayload(kind: string): Frame | undefined {
    const from = this.start + opening.length + kind.length;
    const to = this.end - 1;
    if (!isAt(this.chunk, from, beforePayload) || !isAt(this.chunk, to - 1, closing)) return undefined;
    const text = this.#text(from + beforePayload.length - 1, to);
    const d = text === undefined ? undefined : parsed(text);
    return d === undefined ? undefined : { t: kind, d };
  }

  #parseWhole(): Frame | undefined {
    const text = this.#text(this.start, this.end);
    const value = text === undefined ? undefined : parsed(text);
    if (typeof value !== 'object' || value === null) return undefined;
    return typeof (value as { t?: unknown }).t === 'string' ? (value as Frame) : undefined;
  }

  #text(from: number, to: number): string | undefined {
    // Said without its encoding, UTF-8 is read without looking up which encoding that is.
    const text = this.chunk.toString(undefined, from, to);
    if (text.includes(replacement) && !this.isValid) return undefined;
    this.#isValid = true;
    return text;
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const opening = Buffer.from('{"t":"');
/** What stands between a name and what an object says. */
const beforePayload = Buffer.from('","d":{');
const closing = Buffer.from('}}');
const quote = 0x22;
const backslash = 0x5c;
/** Longer than any name the service has; whatever is longer is parsed to be sure. */
const longestKind = 64;

interface Name {
  readonly kind: string;
  /** The same, to be compared with what comes. */
  readonly bytes: Buffer;
}

/**
 * Names that came lately, each in the slot that its bytes lead to: making the string anew would be most of what an event
 * costs that nobody listens to. A new name takes the place of the one that was there, so hostile names fill nothing up.
 */
const lately: (Name | undefined)[] = new Array(256).fill(undefined);

/** Undefined when the bytes do not begin with a name, or with one that has an escape or is beyond ASCII. */
function peekKind(bytes: Buffer, start: number, end: number): string | undefined {
  if (!isAt(bytes, start, opening)) return undefined;
  let hash = 0;
  const from = start + opening.length;
  const last = Math.min(end - 1, from + longestKind);
  for (let at = from; at <= last; at += 1) {
    const code = bytes[at];
    if (code === quote) return kindIn(bytes, from, at, hash);
    if (code === undefined || code === backslash || code > 0x7e) return undefined;
    hash = (hash * 31 + code) & 0xffffff;
  }
  return undefined;
}

function kindIn(bytes: Buffer, from: number, to: number, hash: number): string {
  const slot = hash % lately.length;
  const known = lately[slot];
  if (known !== undefined && known.bytes.length === to - from && isAt(bytes, from, known.bytes)) return known.kind;
  const kind = interned(bytes.toString('latin1', from, to));
  lately[slot] = { kind, bytes: Buffer.from(kind, 'latin1') };
  return kind;
}

/** The one string that V8 keeps for names of members and for literals in code: such are compared by where they are. */
function interned(text: string): string {
  return Object.keys({ [text]: true })[0] ?? text;
}

function isAt(bytes: Buffer, from: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index += 1) {
    if (expected[index] !== bytes[from + index]) return false;
  }
  return true;
}
