import { describe, expect, test } from 'vitest';
import {
  type ArgumentSource,
  bigInteger,
  code,
  colour,
  dateTime,
  either,
  email,
  id,
  integer,
  json,
  list,
  map,
  oneOf,
  range,
  regex,
  text,
  tuple,
  url,
  WrittenPattern,
} from '../../src/index.js';
import { parseValue } from '../support/parse-value.js';
import { TestTeam } from '../support/team.js';

const evil = [
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  '\u0000',
  '',
  '\u202e',
  '𝟛',
  'x'.repeat(3000),
  '9'.repeat(3000),
];

const types: [name: string, type: ArgumentSource<unknown>, taken: [string, unknown][], refused: string[]][] = [
  [
    'bigint',
    bigInteger({ min: 0n }),
    [
      ['12345678901234567890', 12345678901234567890n],
      ['+7', 7n],
    ],
    ['-1', '1.5', '1n', '0x1'],
  ],
  [
    'url',
    url(),
    [
      ['https://a.example/b?c', new URL('https://a.example/b?c')],
      ['<http://a.example>', new URL('http://a.example')],
    ],
    ['a.example', 'javascript:alert(1)', 'https://u:p@a.example', 'https://'],
  ],
  [
    'email',
    email(),
    [['ada+x@mail.example.org', 'ada+x@mail.example.org']],
    ['ada', 'a@b', '@b.c', 'a@@b.c', 'a@-b.c', 'a@b..c'],
  ],
  [
    'colour',
    colour(),
    [
      ['#f80', 0xff8800],
      ['#FF8800', 0xff8800],
      ['ff8800', 0xff8800],
      ['0xff8800', 0xff8800],
      ['rgb(255, 136,0)', 0xff8800],
      ['Orange', 0xffa500],
    ],
    ['#ff88', 'rgb(256,0,0)', 'blurple', '#gg0000'],
  ],
  ['id', id(), [['0123456789abcdef', '0123456789abcdef']], ['../me', 'a/b', '<@1>', 'a b']],
  [
    'json',
    json(),
    [
      ['{"a": [1, null]}', { a: [1, null] }],
      ['```json\n3\n```', 3],
      ['"x"', 'x'],
    ],
    ['{a: 1}', 'NaN', 'undefined', "'x'", '1e999', '{"a": [-1e999]}'],
  ],
  [
    'code',
    code(),
    [
      ['```js\na\nb\n```', { language: 'js', text: 'a\nb' }],
      ['`a b`', { language: undefined, text: 'a b' }],
      ['``` a ```', { language: undefined, text: ' a ' }],
    ],
    ['a b', '`a', '``````'],
  ],
  ['list', list(integer(), { max: 3 }), [['1,2, 3', [1, 2, 3]]], ['1,,2', '1,2,3,4', 'a']],
  ['tuple', tuple(integer(), oneOf('red', 'blue')), [['3,RED', [3, 'red']]], ['3', '3,red,4', 'red,3']],
  [
    'map',
    map(oneOf('a', 'b'), integer()),
    [
      [
        'a=1,b=2',
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
      ],
    ],
    ['a', 'a=1,a=2', 'c=1', 'a='],
  ],
  [
    'either',
    either(integer(), oneOf('all')),
    [
      ['3', 3],
      ['ALL', 'all'],
    ],
    ['some'],
  ],
  [
    'range',
    range(integer({ min: 1, max: 9 })),
    [
      ['3-7', { from: 3, to: 7 }],
      ['3..7', { from: 3, to: 7 }],
      ['4', { from: 4, to: 4 }],
    ],
    ['7-3', '0-3', '3-10', '1-2-3', 'a'],
  ],
  [
    'regex',
    regex(),
    [
      ['/ab+/i', expect.any(WrittenPattern)],
      ['^a$', expect.any(WrittenPattern)],
    ],
    ['(', '/[/', '*'],
  ],
  ['refined', integer().refine((value) => value % 2 === 0, 'an even number'), [['4', 4]], ['3', 'x']],
  ['transformed', text({ max: 5 }).transform(async (value) => value.length), [['four', 4]], ['longer']],
];

describe('P16 types', () => {
  test.each(types)('%s', async (_name, type, taken, refused) => {
    for (const [written, value] of taken) expect(await parseValue(type, written), written).toEqual(value);
    for (const written of refused) expect(await parseValue(type, written), written).toMatch(/^[A-Z_]+$/);
    for (const written of evil) {
      const value = await parseValue(type, `"${written}"`);
      expect(value).not.toBeNaN();
    }
  });

  test('json reaches no prototype', async () => {
    const value = await parseValue(
      json(),
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    );
    expect(value).toHaveProperty('constructor');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('P16 regex', () => {
  test('finds matches as plain data, and keeps every code unit', async () => {
    const pattern = (await parseValue(regex(), '/(b)(c)?(\ud800)?/')) as WrittenPattern;
    expect(await pattern.match('ab')).toEqual({ index: 1, groups: ['b', 'b', null, null] });
    expect(await pattern.match('x')).toBeUndefined();
    const surrogate = (await parseValue(regex(), '/\\ud83d/')) as WrittenPattern;
    expect(await surrogate.match('\ud83d')).toEqual({ index: 0, groups: ['\ud83d'] });
  });

  test('is stopped when it goes back exponentially', async () => {
    for (const source of ['(a+)+$', '(a|aa)+$', '(a|a?)+$', '(.*a){20}$']) {
      const pattern = (await parseValue(regex({ budgetMs: 20 }), source)) as WrittenPattern;
      const start = performance.now();
      expect(await pattern.match(`${'a'.repeat(60)}!`)).toBe('too-slow');
      expect(performance.now() - start).toBeLessThan(500);
    }
  });

  test('is searched for again after one that was stopped, or that is too large to run', async () => {
    const pattern = new WrittenPattern('b', '', 1_000);
    for (const source of ['(a+)+$', '(?:(?:a{1000}){1000}){1000}']) {
      const [stopped, found] = await Promise.all([
        new WrittenPattern(source, '', 20).match(`${'a'.repeat(5_000)}!`),
        pattern.match('ab'),
      ]);
      expect(stopped).toBe('too-slow');
      expect(found).toEqual({ index: 1, groups: ['b'] });
    }
  });
});

describe('P16 dates', () => {
  const sentAt = '2026-03-28T12:34:56.000Z';

  function at(written: string, zone = 'UTC'): Promise<unknown> {
    const team = new TestTeam();
    const event = team.messageEvent(`!x ${written}`);
    return parseValue(dateTime({ zone }), written, team, { message: { ...event.message, createdAt: sentAt } });
  }

  test.each([
    ['2026-12-24', 'UTC', '2026-12-24T00:00:00.000Z'],
    ['2026-12-24 18:00', 'Europe/Berlin', '2026-12-24T17:00:00.000Z'],
    ['2026-12-24T18:00', 'America/New_York', '2026-12-24T23:00:00.000Z'],
    ['2026-12-24T18:00:00+02:00', 'Europe/Berlin', '2026-12-24T16:00:00.000Z'],
    ['2026-12-24T18:00:00.5Z', 'Europe/Berlin', '2026-12-24T18:00:00.500Z'],
    ['13:00', 'UTC', '2026-03-28T13:00:00.000Z'],
    ['12:00', 'UTC', '2026-03-29T12:00:00.000Z'],
    ['6pm', 'Asia/Tokyo', '2026-03-29T09:00:00.000Z'],
    ['12am', 'UTC', '2026-03-29T00:00:00.000Z'],
    ['today', 'UTC', '2026-03-28T00:00:00.000Z'],
    ['yesterday', 'UTC', '2026-03-27T00:00:00.000Z'],
    ['tomorrow 9:30', 'Europe/Berlin', '2026-03-29T07:30:00.000Z'],
    ['tomorrow at 9am', 'UTC', '2026-03-29T09:00:00.000Z'],
    ['Saturday', 'UTC', '2026-04-04T00:00:00.000Z'],
    ['next monday 8:00', 'UTC', '2026-03-30T08:00:00.000Z'],
    ['in 2 hours', 'Europe/Berlin', '2026-03-28T14:34:56.000Z'],
    ['3 days ago', 'UTC', '2026-03-25T12:34:56.000Z'],
    ['now', 'UTC', sentAt],
    // The clocks of Berlin skip from 2:00 to 3:00, and in autumn show 2:30 twice.
    ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('%j in %s is %s', async (written, zone, instant) => {
    expect(await at(written, zone)).toEqual(new Date(instant));
  });

  test.each([
    '2026-02-30',
    '2026-13-01',
    '25:00',
    '12:60',
    '13pm',
    '0pm',
    'soon',
    'in soon',
    'tomorrow x',
    '3',
    '2026',
    '0000-01-01',
    '2026-02-30T10:00Z',
  ])('%j is none', async (written) => {
    expect(await at(written)).toBe('NOT_WANTED');
  });

  test('a zone that is none is refused when the command is declared', () => {
    expect(() => dateTime({ zone: 'Mars/Olympus' })).toThrow(RangeError);
  });
});
