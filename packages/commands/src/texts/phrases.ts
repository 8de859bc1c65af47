/** A noun for one and for several. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** How a unit of time is said, and what else people write for it. */
export interface UnitNoun extends Noun {
  readonly spellings: readonly string[];
}

export type UnitName = 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';
export type UnitWords = Readonly<Record<UnitName, UnitNoun>>;

/** How people say a day or a time, all in lower case. */
export interface MomentWords {
  readonly now: readonly string[];
  /** Words for days, each with the number of days that it lies ahead. */
  readonly days: readonly (readonly [word: string, ahead: number])[];
  /** The spellings of each day of the week, from Sunday on. */
  readonly weekdays: readonly (readonly string[])[];
  /** What may stand before a day: `next`. */
  readonly beforeDay: readonly string[];
  /** What may stand before a time: `at`. */
  readonly beforeTime: readonly string[];
  /** What may stand behind the hour. */
  readonly behindTime: readonly string[];
  /** How a duration from now is said, which stands for `…`. */
  readonly ahead: readonly string[];
  readonly ago: readonly string[];
}

/** The noun for a kind of thing; a kind of somebody's own is its own noun. */
export function nounIn(nouns: Readonly<Record<string, Noun>>, kind: string, count: number): string {
  const noun = phraseIn(nouns, kind);
  if (noun === undefined) return kind;
  return count === 1 ? noun.one : noun.many;
}

/** What stands under a key; nothing for a key that only a prototype has. */
export function phraseIn<Phrase>(phrases: Readonly<Record<string, Phrase>>, key: string): Phrase | undefined {
  return Object.hasOwn(phrases, key) ? phrases[key] : undefined;
}

/** `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
