type Sequence = readonly [title: string, bytes: Buffer];

function hex(title: string, digits: string): Sequence {
  return [title, Buffer.from(digits.replaceAll(' ', ''), 'hex')];
}

function point(code: number): Sequence {
  return [`U+${code.toString(16).toUpperCase().padStart(4, '0')}`, Buffer.from(String.fromCodePoint(code))];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The last two code points of each plane, which stand for no character and are valid all the same. */
const nonCharacters = range(0, 16).flatMap((plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]);

/** Sequences that are UTF-8, at each bound between the lengths and the ranges that are left out. */
export const validUtf8: readonly Sequence[] = [
  ['five Greek characters', Buffer.from('κόσμε')],
  ['an accent behind its letter', Buffer.from('e\u0301')],
  ['a family of four', Buffer.from('👨‍👩‍👧‍👦')],
  ['a byte order mark', Buffer.from('\uFEFF')],
  ...[0x20, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfdd0, 0xfdef, 0xfffd, 0x10000, 0xf0000, 0x10fffd].map(point),
  ...nonCharacters.map(point),
];

/** Sequences that are none, a class after the other. */
export const invalidUtf8: readonly Sequence[] = [
  hex('a surrogate among Greek characters', 'cebae1bdb9cf83cebcceb5 eda080 656469746564'),
  hex('U+110000, the first code point too many', 'f4908080'),
  hex('U+1FFFFF', 'f7bfbfbf'),
  hex('five bytes, the first', 'f888808080'),
  hex('five bytes, the last', 'fbbfbfbfbf'),
  hex('six bytes, the first', 'fc8480808080'),
  hex('six bytes, the last', 'fdbfbfbfbfbf'),
  hex('the first continuation alone', '80'),
  hex('the last continuation alone', 'bf'),
  hex('two continuations alone', '80bf'),
  hex('seven continuations alone', '80bf80bf80bf80'),
  ['every continuation', Buffer.from(range(0x80, 0xbf))],
  ['beginnings of two bytes alone', Buffer.from(range(0xc0, 0xdf).flatMap((byte) => [byte, 0x20]))],
  ['beginnings of three bytes alone', Buffer.from(range(0xe0, 0xef).flatMap((byte) => [byte, 0x20]))],
  ['beginnings of four bytes alone', Buffer.from(range(0xf0, 0xf7).flatMap((byte) => [byte, 0x20]))],
  ['beginnings of five bytes alone', Buffer.from(range(0xf8, 0xfb).flatMap((byte) => [byte, 0x20]))],
  ['beginnings of six bytes alone', Buffer.from([0xfc, 0x20, 0xfd, 0x20])],
  hex('the last of two bytes missing', 'df'),
  hex('the last of three bytes missing, first', 'e0a0'),
  hex('the last of three bytes missing', 'efbf'),
  hex('the last of four bytes missing, first', 'f09080'),
  hex('the last of four bytes missing', 'f48fbf'),
  hex('the last of five bytes missing', 'fbbfbfbf'),
  hex('the last of six bytes missing', 'fdbfbfbfbf'),
  hex('many with the last byte missing', 'c0e080f08080f8808080fc80808080dfefbff7bfbffbbfbfbffdbfbfbfbf'),
  hex('the impossible byte FE', 'fe'),
  hex('the impossible byte FF', 'ff'),
  hex('impossible bytes', 'fefeffff'),
  hex('/ in two bytes', 'c0af'),
  hex('/ in three bytes', 'e080af'),
  hex('/ in four bytes', 'f08080af'),
  hex('/ in five bytes', 'f8808080af'),
  hex('/ in six bytes', 'fc80808080af'),
  hex('U+007F in two bytes', 'c1bf'),
  hex('U+07FF in three bytes', 'e09fbf'),
  hex('U+FFFF in four bytes', 'f08fbfbf'),
  hex('U+1FFFFF in five bytes', 'f887bfbfbf'),
  hex('U+3FFFFFF in six bytes', 'fc83bfbfbfbf'),
  hex('NUL in two bytes', 'c080'),
  hex('NUL in three bytes', 'e08080'),
  hex('NUL in four bytes', 'f0808080'),
  hex('NUL in five bytes', 'f880808080'),
  hex('NUL in six bytes', 'fc8080808080'),
  hex('the surrogate D800', 'eda080'),
  hex('the surrogate DB7F', 'edadbf'),
  hex('the surrogate DB80', 'edae80'),
  hex('the surrogate DBFF', 'edafbf'),
  hex('the surrogate DC00', 'edb080'),
  hex('the surrogate DF80', 'edbe80'),
  hex('the surrogate DFFF', 'edbfbf'),
  hex('the surrogates D800 DC00', 'eda080edb080'),
  hex('the surrogates D800 DFFF', 'eda080edbfbf'),
  hex('the surrogates DB7F DC00', 'edadbfedb080'),
  hex('the surrogates DB7F DFFF', 'edadbfedbfbf'),
  hex('the surrogates DB80 DC00', 'edae80edb080'),
  hex('the surrogates DB80 DFFF', 'edae80edbfbf'),
  hex('the surrogates DBFF DC00', 'edafbfedb080'),
  hex('the surrogates DBFF DFFF', 'edafbfedbfbf'),
];
