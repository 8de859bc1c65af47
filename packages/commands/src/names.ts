import { endOfWord, skipWhiteSpace } from './white-space.js';

const onlyAscii = /^[\x20-\x7e]*$/;
/**
 * Zero-width and bidi controls: two names that differ only by them are one name to a reader. And the white space that
 * NFKC makes of a lone accent: a word has none.
 */
const invisible = /[\p{Cf}\s]/gu;

/** The form in which names of commands and options are compared. What an argument says is never changed. */
export function normaliseName(name: string): string {
  if (onlyAscii.test(name)) return name.toLowerCase();
  return name.normalize('NFKC').replace(invisible, '').toLowerCase();
}

/** The words of a name, in the form in which they are compared. */
export function nameWords(name: string): string[] {
  const words: string[] = [];
  let start = skipWhiteSpace(name, 0);
  while (start < name.length) {
    const end = endOfWord(name, start);
    words.push(normaliseName(name.slice(start, end)));
    start = skipWhiteSpace(name, end);
  }
  return words;
}

/** How a field is spelt as an argument or option: `logIt` becomes `log-it`. */
export function kebabCase(field: string): string {
  return field.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '-').toLowerCase();
}
