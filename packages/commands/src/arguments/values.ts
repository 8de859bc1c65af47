import { Duration } from '../duration.js';
import { normaliseName } from '../names.js';
import { nearestTo } from '../suggestions.js';
import { en } from '../texts/en.js';
import { textsOf } from '../texts/texts-of.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';
import type { Random } from './random.js';

/** Inclusive on both sides. */
export interface Range<Value> {
  readonly min?: Value;
  readonly max?: Value;
}

/** What `text` takes beside a range of lengths. */
export interface TextRules extends Range<number> {
  /** What the text has to match; anchor it with `^` and `$`. */
  readonly pattern?: RegExp;
  /** What the pattern means, in words: `a ticket such as AB-123`. */
  readonly wanted?: string;
}

const words = ['tea', 'for two', 'don’t', 'Straße', 'שלום', '🍰', 'a "b"', '1d', 'naïve'] as const;

/** Any text; lengths count UTF-16 code units. */
export function text({ min, max, pattern, wanted }: TextRules = {}): ArgumentType<string> {
  return argumentType({
    name: 'text',
    takesAnything: (min ?? 0) <= 1 && max === undefined && pattern === undefined,
    parse(written) {
      const { length } = written;
      if (length < (min ?? 0) || length > (max ?? Number.POSITIVE_INFINITY)) {
        throw new ArgumentRefused({ code: 'WRONG_LENGTH', length, least: min, most: max });
      }
      // Unlike test(), search() keeps no place between two calls.
      if (pattern !== undefined && written.search(pattern) < 0) throw new ArgumentRefused(wanted ?? 'pattern');
      return written;
    },
    sample(random) {
      if (pattern !== undefined) return undefined;
      const sample = random.pick(words).padEnd(min ?? 0, 'x');
      return sample.slice(0, max ?? sample.length);
    },
    counterexample: () => (max === undefined ? undefined : 'x'.repeat(max + 1)),
  });
}

/** A whole number in decimal digits, at most `Number.MAX_SAFE_INTEGER` in size. */
export function integer(range: Range<number> = {}): ArgumentType<number> {
  return argumentType({
    name: 'integer',
    parse(written) {
      if (!/^[+-]?[0-9]{1,20}$/.test(written)) throw new ArgumentRefused('integer');
      const value = Number(written);
      if (Number.isSafeInteger(value)) return withinRange(value, range);
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = range;
      return withinRange(value, { min, max });
    },
    sample: (random) => String(integerWithin(range, random)),
    counterexample: notANumber,
  });
}

/** A number in decimal digits, with a point and without an exponent; never NaN and never infinite. */
export function number(range: Range<number> = {}): ArgumentType<number> {
  return argumentType({
    name: 'number',
    parse(written) {
      if (!/^[+-]?(?:[0-9]{1,20}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})$/.test(written)) throw new ArgumentRefused('number');
      return withinRange(Number(written), range);
    },
    sample: (random) => String(range.min ?? range.max ?? random.integer(-500, 500) / 4),
    counterexample: notANumber,
  });
}

/** A whole number of up to 1000 decimal digits. */
export function bigInteger(range: Range<bigint> = {}): ArgumentType<bigint> {
  return argumentType({
    name: 'integer',
    parse(written) {
      if (!/^[+-]?[0-9]{1,1000}$/.test(written)) throw new ArgumentRefused('bigint');
      return withinRange(BigInt(written.replace('+', '')), range);
    },
    sample: (random) => String(range.min ?? range.max ?? BigInt(random.integer(0, 2 ** 31)) ** 5n),
    counterexample: notANumber,
  });
}

function notANumber(random: Random): string {
  return random.pick(['1e309', 'NaN', 'Infinity', '0x10', '٣', 'three', '', '1,5', '--5']);
}

function integerWithin({ min, max }: Range<number>, random: Random): number {
  const least = Math.ceil(min ?? Math.min(0, max ?? 0));
  return random.integer(least, Math.floor(max ?? least + 1000));
}

function withinRange<Value extends number | bigint>(value: Value, { min, max }: Range<Value>): Value {
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    throw new ArgumentRefused({ code: 'OUT_OF_RANGE', least: min?.toString(), most: max?.toString() });
  }
  return value;
}

/** `yes`, `on`, `true`, `1` or `no`, `off`, `false`, `0`, the same in the language of the call, and nothing else. */
export function boolean(): ArgumentType<boolean> {
  return argumentType({
    name: 'yes/no',
    parse(written, context) {
      const { words } = textsOf(context);
      const word = written.toLowerCase();
      if (word === '1' || en.words.yes.includes(word) || words.yes.includes(word)) return true;
      if (word === '0' || en.words.no.includes(word) || words.no.includes(word)) return false;
      throw new ArgumentRefused('boolean');
    },
    sample: (random) => random.pick(['yes', 'NO', 'on', 'off', 'true', 'false', '1', '0']),
    counterexample: (random) => random.pick(['maybe', '2', 'yess', '']),
  });
}

/**
 * A length of time such as `1d2h`, `"2 days"` or `PT5M`; at most 36,525 days.
 *
 * @param range - Spelt as a person would: `{ min: '1m', max: '28d' }`.
 * @throws {RangeError} when a side of the range is no duration.
 */
export function duration(range: Range<string> = {}): ArgumentType<Duration> {
  const min = range.min === undefined ? undefined : boundary(range.min);
  const max = range.max === undefined ? undefined : boundary(range.max);
  return argumentType({
    name: 'duration',
    parse(written, context) {
      const { units } = textsOf(context).words;
      const value = Duration.read(written, units);
      if (value === undefined) throw new ArgumentRefused('duration');
      const longest = max ?? Duration.longest;
      if (value === 'too-long' || value.ms < (min?.ms ?? 0) || value.ms > longest.ms) {
        throw new ArgumentRefused({ code: 'OUT_OF_RANGE', least: min?.toString(units), most: longest.toString(units) });
      }
      return value;
    },
    sample(random) {
      if (min === undefined && max === undefined) return random.pick(['1d2h', '2 days', 'PT5M', '90s', '1.5h']);
      return `${random.integer(min?.ms ?? 0, Math.min(max?.ms ?? 1e9, 1e14))}ms`;
    },
    counterexample: (random) => random.pick(['soon', '5', '99999999999d', '-1d', '1d1d', '1month']),
  });
}

function boundary(spelling: string): Duration {
  const value = Duration.read(spelling);
  if (value instanceof Duration) return value;
  throw new RangeError(`"${spelling}" is no duration of at most 36,525 days. Write one such as 10m or 2 days.`);
}

/** One of these words. Case does not matter; the field gets the word as it is given here. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): ArgumentType<Choice> {
  const byName = new Map(choices.map((choice) => [normaliseName(choice), choice]));
  return argumentType({
    name: choices.join('|'),
    parse(written) {
      const choice = byName.get(normaliseName(written));
      if (choice !== undefined) return choice;
      throw new ArgumentRefused({ code: 'NOT_ONE_OF', choices, near: nearestTo(written, choices) });
    },
    sample: (random) => choices[random.integer(0, choices.length - 1)],
    counterexample: () => `${choices.join('')}?`,
  });
}
