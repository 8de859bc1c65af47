import { de } from './de.js';
import { en, type Texts } from './en.js';

/** The languages that commands speak from the start, by short name. */
export const languages = { en, de } as const satisfies Readonly<Record<string, Texts>>;

/** A built-in wording in every language there is; one that is missing does not compile. */
export function inEach(pick: (texts: Texts) => string): Readonly<Record<keyof typeof languages, string>> {
  return { en: pick(languages.en), de: pick(languages.de) };
}
