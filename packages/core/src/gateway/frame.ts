import type { Frame } from '@botwright/protocol';
import { parseJson } from '../json.js';

const opening = Buffer.from('{"t":"');
const quote = 0x22;
const backslash = 0x5c;
/** Longer than any name the service has; whatever is longer is parsed to be sure. */
const longestKind = 64;

/**
 * Reads the name of an event from the first bytes of its frame, so that frames nobody wants are never parsed.
 * Undefined when the frame does not begin with its name, which says nothing about whether it is one.
 */
export function peekKind(bytes: Buffer): string | undefined {
  for (let index = 0; index < opening.length; index += 1) {
    if (bytes[index] !== opening[index]) return undefined;
  }
  const end = bytes.indexOf(quote, opening.length);
  if (end === -1 || end - opening.length > longestKind) return undefined;
  const kind = bytes.toString('latin1', opening.length, end);
  return isPlain(kind) ? kind : undefined;
}

/** Names with an escape or beyond ASCII are left to the parser. */
function isPlain(kind: string): boolean {
  for (let index = 0; index < kind.length; index += 1) {
    const code = kind.charCodeAt(index);
    if (code === backslash || code > 0x7e) return false;
  }
  return true;
}

/** Parses a frame; undefined when it is not an object with a name. */
export function parseFrame(bytes: Buffer): Frame | undefined {
  let value: unknown;
  try {
    value = parseJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return typeof (value as { t?: unknown }).t === 'string' ? (value as Frame) : undefined;
}
