import type { Frame } from '@botwright/protocol';
import { parseJson } from '../json.js';

const opening = Buffer.from('{"t":"');
const quote = 0x22;
const backslash = 0x5c;
/** Longer than any name the service has; whatever is longer is parsed to be sure. */
const longestKind = 64;

/**
 * Names that came lately, each in the slot that its bytes lead to: making the string anew would be most of what an event
 * costs that nobody listens to. A new name takes the place of the one that was there, so hostile names fill nothing up.
 */
const lately: (string | undefined)[] = new Array(256).fill(undefined);

/**
 * Reads the name of an event from the first bytes of its frame, so that frames nobody wants are never parsed.
 * Undefined when the frame does not begin with its name, which says nothing about whether it is one. Names with an
 * escape or beyond ASCII are left to the parser.
 */
export function peekKind(bytes: Buffer): string | undefined {
  for (let index = 0; index < opening.length; index += 1) {
    if (bytes[index] !== opening[index]) return undefined;
  }
  let hash = 0;
  const longestEnd = opening.length + longestKind;
  for (let end = opening.length; end <= longestEnd; end += 1) {
    const code = bytes[end];
    if (code === quote) return kindIn(bytes, end, hash);
    if (code === undefined || code === backslash || code > 0x7e) return undefined;
    hash = (hash * 31 + code) & 0xffffff;
  }
  return undefined;
}

function kindIn(bytes: Buffer, end: number, hash: number): string {
  const slot = hash % lately.length;
  const known = lately[slot];
  if (known !== undefined && isAt(bytes, known, end)) return known;
  const kind = bytes.toString('latin1', opening.length, end);
  lately[slot] = kind;
  return kind;
}

function isAt(bytes: Buffer, kind: string, end: number): boolean {
  if (kind.length !== end - opening.length) return false;
  for (let index = 0; index < kind.length; index += 1) {
    if (kind.charCodeAt(index) !== bytes[opening.length + index]) return false;
  }
  return true;
}

/** Parses a frame; undefined when it is not an object with a name. */
export function parseFrame(bytes: Buffer): Frame | undefined {
  let value: unknown;
  try {
    // Said without its encoding, UTF-8 is read without looking up which encoding that is.
    value = parseJson(bytes.toString());
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return typeof (value as { t?: unknown }).t === 'string' ? (value as Frame) : undefined;
}
