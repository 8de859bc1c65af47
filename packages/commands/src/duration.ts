import type { UnitName, UnitWords } from './texts/phrases.js';

const units = [
  { name: 'week', ms: 604_800_000, spellings: ['w', 'wk', 'wks', 'week', 'weeks'] },
  { name: 'day', ms: 86_400_000, spellings: ['d', 'day', 'days'] },
  { name: 'hour', ms: 3_600_000, spellings: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { name: 'minute', ms: 60_000, spellings: ['m', 'min', 'mins', 'minute', 'minutes'] },
  { name: 'second', ms: 1000, spellings: ['s', 'sec', 'secs', 'second', 'seconds'] },
  { name: 'millisecond', ms: 1, spellings: ['ms', 'millisecond', 'milliseconds'] },
] as const;

const spoken = units.filter((unit) => unit.name !== 'week');
const msBySpelling = new Map<string, number>(
  units.flatMap(({ ms, spellings }) => spellings.map((spelling) => [spelling, ms] as const)),
);
const noSpellings: ReadonlyMap<string, number> = new Map();
const spellingsOf = new WeakMap<UnitWords, ReadonlyMap<string, number>>();

const longestMs = 36_525 * 86_400_000;

/** Nobody writes a longer one; what is longer is not read at all. */
const longestSpelling = 100;
const part = /(\d{1,15}(?:[.,]\d{1,9})?)\s*(\p{L}{1,12})(?:\s*,\s*|\s+(?:and|und)\s+|\s+)?/iuy;
const iso = /^P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/i;

/** A length of time in whole milliseconds, from 0 to 36,525 days. */
export class Duration {
  static readonly longest: Duration = new Duration(longestMs);

  /** @throws {RangeError} when `ms` is negative, not a number, or more than 36,525 days. */
  constructor(readonly ms: number) {
    if (!(ms >= 0 && ms <= longestMs)) {
      throw new RangeError(`A duration of ${ms} ms is none: give one from 0 ms to 36,525 days.`);
    }
    this.ms = Math.round(ms);
  }

  /**
   * Reads `1d2h`, `90s`, `1h 30m`, `2 days and 3 hours`, `1.5h` and ISO 8601 such as `PT5M`.
   * There are no months and years, since those have no fixed length.
   *
   * @param words - How units are said in another language; the English ones do as well.
   * @returns `undefined` when the text says no duration, `'too-long'` when it says one of more than 36,525 days.
   */
  static read(text: string, words?: UnitWords): Duration | 'too-long' | undefined {
    const spelling = text.trim();
    if (spelling.length === 0 || spelling.length > longestSpelling) return undefined;
    const ms = isoMs(spelling) ?? partsMs(spelling, words === undefined ? noSpellings : spellingsIn(words));
    if (ms === undefined) return undefined;
    return ms > longestMs ? 'too-long' : new Duration(ms);
  }

  /** In words, English ones unless others are given, and without weeks: `1 day 2 hours`. */
  toString(words?: UnitWords): string {
    let left = this.ms;
    const parts: string[] = [];
    for (const { name, ms } of spoken) {
      const count = Math.floor(left / ms);
      left -= count * ms;
      if (count > 0) parts.push(countOf(count, name, words));
    }
    return parts.length === 0 ? countOf(0, 'second', words) : parts.join(' ');
  }

  toJSON(): number {
    return this.ms;
  }
}

function countOf(count: number, name: UnitName, words: UnitWords | undefined): string {
  const { one, many } = words?.[name] ?? { one: name, many: `${name}s` };
  return `${count} ${count === 1 ? one : many}`;
}

/** In lower case, as they are looked up. */
function spellingsIn(words: UnitWords): ReadonlyMap<string, number> {
  const known = spellingsOf.get(words);
  if (known !== undefined) return known;
  const spellings = new Map(
    units.flatMap(({ name, ms }) => {
      const { one, many, spellings: others } = words[name];
      return [one, many, ...others].map((spelling) => [spelling.toLowerCase(), ms] as const);
    }),
  );
  spellingsOf.set(words, spellings);
  return spellings;
}

function isoMs(text: string): number | undefined {
  const match = iso.exec(text);
  if (match === null) return undefined;
  const counts = match.slice(1, 1 + units.length);
  if (counts.every((count) => count === undefined)) return undefined;
  return counts.reduce((sum, count, index) => sum + readCount(count ?? '0') * (units[index]?.ms ?? 0), 0);
}

function partsMs(text: string, spellings: ReadonlyMap<string, number>): number | undefined {
  let sum = 0;
  const seen = new Set<number>();
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const [, count = '', spelling = ''] = part.exec(text) ?? [];
    const ms = spellings.get(spelling.toLowerCase()) ?? msBySpelling.get(spelling.toLowerCase());
    if (ms === undefined || seen.has(ms)) return undefined;
    seen.add(ms);
    sum += readCount(count) * ms;
  }
  return sum;
}

function readCount(digits: string): number {
  return Number(digits.replace(',', '.'));
}
