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

/** The characters that close a quote opened by this one, or `undefined` when it opens none. */
export function closersOf(character: string): string | undefined {
  return closersByOpener.get(character);
}

/** Whether a backslash before this character makes it plain text. */
export function isEscapable(character: string): boolean {
  return escapable.has(character);
}

/** Writes a text so that it is read back as one argument with exactly this text. */
export function quoteArgument(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
