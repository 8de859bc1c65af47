import type { Token } from '../../src/arguments/tokens.js';

/** What a line's tokens are, written short: a word is a string, an option an object. */
export type ShortToken =
  | string
  | { readonly long: string; readonly value?: string }
  | { readonly short: string; readonly value?: string }
  | { readonly end: true };

export function shorten(token: Token): ShortToken {
  switch (token.kind) {
    case 'word':
      return token.text;
    case 'long':
      return { long: token.name, ...(token.value && { value: token.value.text }) };
    case 'short':
      return { short: token.letters, ...(token.value && { value: token.value.text }) };
    case 'options-end':
      return { end: true };
  }
}

/** Lines that people write behind a command's name, and the tokens they have; with a rule, the guide shows them too. */
export const goldenLines: readonly (readonly [line: string, tokens: readonly ShortToken[], rule?: string])[] = [
  ['', []],
  [' \t\n ', []],
  ['a b', ['a', 'b']],
  ['  a\t\tb\nc ', ['a', 'b', 'c']],
  ['a\u00a0b\u3000c\u2028d\u0085e', ['a', 'b', 'c', 'd', 'e']],
  ['a\u200bb', ['a\u200bb']],

  ['"a b" c', ['a b', 'c'], 'quotes keep words together'],
  ["'a b' c", ['a b', 'c']],
  ['""', ['']],
  ['"a\nb"', ['a\nb']],
  ['"a', ['"a']],
  ['"a b', ['"a', 'b'], 'a quote without an end is text'],
  ['"a"b c', ['"a"b', 'c']],
  ['a"b c"', ['a"b', 'c"']],
  ['"say "hi" now"', ['say "hi', 'now"']],
  ['"it\'s" fine', ["it's", 'fine']],
  ["don't stop", ["don't", 'stop'], 'an apostrophe is text'],
  ["rock 'n' roll", ['rock', 'n', 'roll']],
  ["'tis late", ["'tis", 'late']],
  ["the dogs' bone", ['the', "dogs'", 'bone']],
  ['don’t stop', ['don’t', 'stop']],
  ['“a b” c', ['a b', 'c']],
  ['„a b“ c', ['a b', 'c'], 'so do the quotes of other keyboards'],
  ['„a b” c', ['a b', 'c']],
  ['‘a b’ c', ['a b', 'c']],
  ['«a b» c', ['a b', 'c']],
  ['»a b« c', ['a b', 'c']],
  ['「a b」 c', ['a b', 'c']],
  ['『a b』 c', ['a b', 'c']],
  ['＂a b＂ c', ['a b', 'c']],
  ['“a b"', ['“a', 'b"'], 'a quote ends only with its partner'],

  ['\\"a b\\"', ['"a', 'b"']],
  ['"a \\" b"', ['a " b'], 'a backslash takes a quote as it is'],
  ['a\\\\b', ['a\\b']],
  ['C:\\folder', ['C:\\folder'], 'any other backslash stays'],
  ['"a\\', ['"a\\']],
  ['\\--loud', ['--loud'], 'a backslash makes a word of it'],
  ['\\-5', ['-5']],

  ['--loud', [{ long: 'loud' }], 'two hyphens begin an option'],
  ['--days=3', [{ long: 'days', value: '3' }]],
  ['--days 3', [{ long: 'days' }, '3']],
  ['--days=', [{ long: 'days', value: '' }]],
  ['--why="a b" c', [{ long: 'why', value: 'a b' }, 'c'], 'its value stands behind a sign, in quotes if need be'],
  ['--why=“a b” c', [{ long: 'why', value: 'a b' }, 'c']],
  ['--why="a b', [{ long: 'why', value: '"a' }, 'b']],
  ['--why=--not', [{ long: 'why', value: '--not' }]],
  ['--größe=3', [{ long: 'größe', value: '3' }]],
  ['—loud', [{ long: 'loud' }], 'phones make a dash of two hyphens'],
  ['—days=3', [{ long: 'days', value: '3' }]],
  ['a — b', ['a', '—', 'b']],
  ['---', ['---']],
  ['--5', ['--5']],
  ['-a', [{ short: 'a' }]],
  ['-abc', [{ short: 'abc' }], 'one hyphen begins options of one letter'],
  ['-d=3', [{ short: 'd', value: '3' }]],
  ['-', ['-']],
  ['-5', ['-5']],
  ['-.5', ['-.5']],
  ['-1d', ['-1d'], 'a negative number is a word'],
  ['-_-', ['-_-']],
  ['-a-b', ['-a-b']],
  ['a --  b --c -d', ['a', { end: true }, 'b', '--c', '-d'], 'two hyphens alone end the options'],

  ['`a b` c', ['`a b`', 'c'], 'code is one word, and nothing in it is read'],
  ['``a ` b`` c', ['``a ` b``', 'c']],
  ['`a b', ['`a', 'b']],
  ['```js\nlet a = "--b";\n``` c', ['```js\nlet a = "--b";\n```', 'c']],
  ['```a b', ['```a', 'b']],
  ['--code=`a b`', [{ long: 'code', value: '`a b`' }]],
];
