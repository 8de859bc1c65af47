import { Duration } from '../duration.js';
import { normaliseName } from '../names.js';
import { nearestTo } from '../suggestions.js';
import { type ArgumentType, argumentType } from './argument-type.js';
import { ArgumentRefused } from './problems.js';

/** Inclusive on both sides. */
export interface Range<Value> {
  readonly min?: Value;
  readonly max?: Value;
}

/** Any text; lengths count UTF-16 code units. */
export function text({ min, max }: Range<number> = {}): ArgumentType<string> {
  return argumentType({
    name: 'text',
    parse(written) {
      const { length } = written;
      if (length < (min ?? 0) || length > (max ?? Number.POSITIVE_INFINITY)) {
        throw new ArgumentRefused({ code: 'WRONG_LENGTH', length, least: min, most: max });
      }
      return written;
    },
  });
}

/** A whole number in decimal digits, at most `Number.MAX_SAFE_INTEGER` in size. */
export function integer(range: Range<number> = {}): ArgumentType<number> {
  return argumentType({
    name: 'integer',
    parse(written) {
      if (!/^[+-]?[0-9]{1,20}$/.test(written)) throw new ArgumentRefused('a whole number such as 3');
      const min = range.min ?? Number.MIN_SAFE_INTEGER;
      return withinRange(Number(written), { min, max: range.max ?? Number.MAX_SAFE_INTEGER });
    },
  });
}

/** A number in decimal digits, with a point and without an exponent; never NaN and never infinite. */
export function number(range: Range<number> = {}): ArgumentType<number> {
  return argumentType({
    name: 'number',
    parse(written) {
      if (!/^[+-]?(?:[0-9]{1,20}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})$/.test(written)) {
        throw new ArgumentRefused('a number such as 3 or 2.5');
      }
      return withinRange(Number(written), range);
    },
  });
}

function withinRange(value: number, { min, max }: Range<number>): number {
  if (value < (min ?? Number.NEGATIVE_INFINITY) || value > (max ?? Number.POSITIVE_INFINITY)) {
    throw new ArgumentRefused({ code: 'OUT_OF_RANGE', least: min?.toString(), most: max?.toString() });
  }
  return value;
}

const answers = new Map([
  ['yes', true],
  ['on', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['off', false],
  ['false', false],
  ['0', false],
]);

/** `yes`, `on`, `true`, `1` or `no`, `off`, `false`, `0`, and nothing else. */
export function boolean(): ArgumentType<boolean> {
  return argumentType({
    name: 'yes/no',
    parse(written) {
      const answer = answers.get(written.toLowerCase());
      if (answer === undefined) throw new ArgumentRefused('yes or no');
      return answer;
    },
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
    parse(written) {
      const value = Duration.read(written);
      if (value === undefined) throw new ArgumentRefused('a duration such as 10m, 1h30m or "2 days"');
      const longest = max ?? Duration.longest;
      if (value === 'too-long' || value.ms < (min?.ms ?? 0) || value.ms > longest.ms) {
        throw new ArgumentRefused({ code: 'OUT_OF_RANGE', least: min?.toString(), most: longest.toString() });
      }
      return value;
    },
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
  });
}
