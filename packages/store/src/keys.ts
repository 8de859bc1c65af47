import { EntryRefused } from './errors.js';

const longestKey = 1_000;

/** What forbids a text as a key or as a namespace's name; undefined when nothing does. */
export function problemOfName(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.length > longestKey) return `it is longer than ${longestKey} characters`;
  // SQLite keeps UTF-8, in which different halves of surrogate pairs would become the same character.
  if (!text.isWellFormed()) return 'it holds half of a surrogate pair';
  return undefined;
}

/** @throws {EntryRefused} when the text cannot be a key. */
export function checkKey(namespace: string, key: string): void {
  const problem = problemOfName(key);
  if (problem !== undefined) throw new EntryRefused(namespace, key, problem);
}

const lastCodePoint = 0x10ffff;
const beforeSurrogates = 0xd7ff;
const afterSurrogates = 0xe000;

/** The smallest text above all that begin with the prefix; undefined when there is none. */
export function firstBeyond(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last === beforeSurrogates ? afterSurrogates : last + 1);
}

/** Orders texts by code points, as their UTF-8 is ordered. */
export function byCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
