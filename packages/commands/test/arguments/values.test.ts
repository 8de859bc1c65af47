import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ArgumentRefused,
  type ArgumentType,
  argumentType,
  boolean,
  type CommandContext,
  Duration,
  duration,
  integer,
  number,
  oneOf,
  text,
} from '../../src/index.js';

const noContext = {} as CommandContext;

function read<Value>(type: ArgumentType<Value>, written: string): unknown {
  try {
    return type.parse(written, noContext);
  } catch (error) {
    if (error instanceof ArgumentRefused) return error.problem.code;
    throw error;
  }
}

describe('integer', () => {
  test.each([
    ['3', 3],
    ['-3', -3],
    ['+3', 3],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %j', (written, value) => {
    expect(read(integer(), written)).toBe(value);
  });

  test('takes its bounds and nothing beyond them', () => {
    const type = integer({ min: 1, max: 10 });
    expect(['0', '1', '10', '11'].map((written) => read(type, written))).toEqual([
      'OUT_OF_RANGE',
      1,
      10,
      'OUT_OF_RANGE',
    ]);
  });
});

describe('number', () => {
  test.each([
    ['3', 3],
    ['-2.5', -2.5],
    ['.5', 0.5],
  ])('reads %j', (written, value) => {
    expect(read(number(), written)).toBe(value);
  });
});

const notNumbers = [
  '1e309',
  '1e3',
  '0x10',
  'Infinity',
  '-Infinity',
  'NaN',
  '',
  ' ',
  '1,5',
  '1_000',
  '٣',
  '３',
  '−1',
  '--1',
  '1.2.3',
];

describe('numbers that are none', () => {
  test.each(notNumbers)('#89 refuses %j as integer and as number', (written) => {
    expect([read(integer(), written), read(number(), written)]).toEqual(['NOT_WANTED', 'NOT_WANTED']);
  });

  test.each(['99999999999d', '999999999999999w', 'P999999999W'])('#89 caps the duration %j', (written) => {
    expect(read(duration(), written)).toBe('OUT_OF_RANGE');
  });

  test.each(['99999999999999999999', '-99999999999999999999'])('#89 caps the integer %j', (written) => {
    expect(read(integer(), written)).toBe('OUT_OF_RANGE');
  });

  test.each(['1e309s', '0x10s', 'Infinity s', '-1d', '−1d', '٣d', 'NaN'])('#89 refuses %j as duration', (written) => {
    expect(read(duration(), written)).toBe('NOT_WANTED');
  });

  test('no text is ever read as NaN or as something infinite', () => {
    const numeric = fc.string({ unit: fc.constantFrom(...'0123456789.,-+eExXdhmsPTIN ') });
    fc.assert(
      fc.property(fc.oneof(numeric, fc.string({ unit: 'binary' })), (written) => {
        for (const type of [integer(), number(), duration()]) {
          const value = read<unknown>(type, written);
          const ms = value instanceof Duration ? value.ms : value;
          expect(typeof ms === 'string' || Number.isFinite(ms)).toBe(true);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('boolean', () => {
  test.each([
    ['yes', true],
    ['ON', true],
    ['True', true],
    ['1', true],
    ['no', false],
    ['off', false],
    ['FALSE', false],
    ['0', false],
    ['y', 'NOT_WANTED'],
    ['', 'NOT_WANTED'],
    ['yes please', 'NOT_WANTED'],
  ])('reads %j as %j', (written, value) => {
    expect(read(boolean(), written)).toBe(value);
  });
});

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('duration', () => {
  test.each([
    ['90s', 90 * second],
    ['1d2h', day + 2 * hour],
    ['1h 30m', 90 * minute],
    ['2 days', 2 * day],
    ['1 hour and 30 minutes', 90 * minute],
    ['1 day, 2 hours', day + 2 * hour],
    ['1.5h', 90 * minute],
    ['1,5h', 90 * minute],
    ['2W', 14 * day],
    ['250ms', 250],
    ['PT5M', 5 * minute],
    ['P1DT2H', day + 2 * hour],
    ['P1W', 7 * day],
    ['PT1.5S', 1500],
    ['0s', 0],
  ])('reads %j', (written, ms) => {
    expect(read(duration(), written)).toEqual(new Duration(ms));
  });

  test.each(['', '10', 'h', '1x', '1h1h', '1 month', 'P', 'PT', '1h30', 'soon', '1h '.repeat(40)])(
    'refuses %j',
    (written) => {
      expect(read(duration(), written)).toBe('NOT_WANTED');
    },
  );

  test('keeps to its range', () => {
    const type = duration({ min: '1m', max: '1h' });
    expect(['59s', '1m', '60m', '61m'].map((written) => read(type, written))).toEqual([
      'OUT_OF_RANGE',
      new Duration(minute),
      new Duration(hour),
      'OUT_OF_RANGE',
    ]);
  });

  test('refuses a range that says no duration', () => {
    expect(() => duration({ min: 'soon' })).toThrow('soon');
  });

  test('says itself in words', () => {
    const spoken = [0, 1, 90 * second, day + 2 * hour, 14 * day].map((ms) => `${new Duration(ms)}`);
    expect(spoken).toEqual(['0 seconds', '1 millisecond', '1 minute 30 seconds', '1 day 2 hours', '14 days']);
  });

  test('reads back what it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Duration.longest.ms }), (ms) => {
        expect(Duration.read(new Duration(ms).toString())).toEqual(new Duration(ms));
      }),
    );
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, Duration.longest.ms + 1])('cannot be of %d ms', (ms) => {
    expect(() => new Duration(ms)).toThrow(RangeError);
  });
});

describe('text', () => {
  test('counts UTF-16 code units against its range', () => {
    const type = text({ min: 2, max: 3 });
    expect(['a', 'ab', '😀', 'abcd'].map((written) => read(type, written))).toEqual([
      'WRONG_LENGTH',
      'ab',
      '😀',
      'WRONG_LENGTH',
    ]);
  });
});

describe('oneOf', () => {
  test('gives the word as it was declared, whatever case was written', () => {
    expect(read(oneOf('Red', 'Blue'), 'rED')).toBe('Red');
  });

  test('names the choices, and those that were nearly hit', () => {
    const problem = { code: 'NOT_ONE_OF', choices: ['red', 'blue'], near: ['blue'] };
    expect(() => oneOf('red', 'blue').parse('blu', noContext)).toThrow(expect.objectContaining({ problem }));
    expect(() => oneOf('red', 'blue').parse('tea', noContext)).toThrow(
      expect.objectContaining({ problem: { ...problem, near: [] } }),
    );
  });
});

describe('a type of one function', () => {
  test('refuses with what it wants instead', () => {
    const colour = argumentType({
      name: 'colour',
      parse(written) {
        if (/^#[0-9a-f]{6}$/i.test(written)) return Number.parseInt(written.slice(1), 16);
        throw new ArgumentRefused('a colour such as #ff8800');
      },
    });
    expect(colour.parse('#000010', noContext)).toBe(16);
    expect(() => colour.parse('red', noContext)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_REFUSED',
        problem: { code: 'NOT_WANTED', wanted: 'a colour such as #ff8800' },
      }),
    );
  });
});
