/** What may close the quote that each character opens. */
const closersByOpener = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”“'],
  ['‘', '’'],
  ['„', '“”'],
  ['‚', '‘’'],
  ['”', '”'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['›', '‹'],
  ['「', '」'],
  ['『', '』'],
  ['｢', '｣'],
  ['〝', '〞〟'],
  ['＂', '＂'],
  ['＇', '＇'],
]);

const escapable = new Set(
  [...closersByOpener].flatMap(([opener, closers]) => [opener, ...closers, '\\', '-', '—', '`']),
);

/** The one or two UTF-16 code units that close a quote. */
export interface Closers {
  /** One bit, of each opener its own; the lowest three are nobody's. */
  readonly bit: number;
  readonly first: number;
  readonly second: number;
}

const closersByCode = new Map<number, Closers>(
  [...closersByOpener].map(([opener, closers], index) => [
    opener.charCodeAt(0),
    { bit: 8 << index, first: closers.charCodeAt(0), second: closers.charCodeAt(closers.length - 1) },
  ]),
);

/** What closes a quote opened by this code unit; `undefined` when it opens none. */
export function closersOf(opener: number): Closers | undefined {
  return closersByCode.get(opener);
}

/** Whether people write this character inside words, too. */
export function isApostrophe(character: string): boolean {
  return character === "'" || character === '‘' || character === '’' || character === '＇';
}

/** Whether a backslash before this character makes it plain text. */
export function isEscapable(character: string): boolean {
  return escapable.has(character);
}

/** Writes a text so that it is read back as one argument with exactly this text. */
export function quoteArgument(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
