import {
  contentStart,
  ends,
  heartbeat,
  heartbeatOf,
  inChops,
  numbered,
  type WireCase,
  type WireGroup,
} from '../case.js';
import { close, inPieces, opcodes, ping, text } from '../frame.js';
import { invalidUtf8 } from './utf8-sequences.js';

const message = heartbeat('last words');
const [first = text(''), last = text('')] = inPieces(opcodes.text, message, [contentStart]);
const long = heartbeatOf(262_144);

const orders: readonly WireCase[] = [
  { title: 'a text, then a close', frames: [text(message), close(1000)], expected: ends(1000, message) },
  { title: 'two closes', frames: [close(1000), close(1001)], expected: ends(1000) },
  { title: 'a ping behind a close', frames: [close(1000), ping('late')], expected: ends(1000) },
  { title: 'a text behind a close', frames: [close(1000), text(message)], expected: ends(1000) },
  { title: 'the rest of a text behind a close', frames: [first, close(1000), last], expected: ends(1000) },
  {
    title: 'a long text, a close and a ping',
    frames: [text(long), close(1000), ping('late')],
    expected: ends(1000, long),
  },
  {
    title: 'what breaks every rule behind a close',
    frames: [close(1000), { opcode: 15, reserved: 7 }],
    expected: ends(1000),
  },
];

const contents: readonly WireCase[] = [
  { title: 'a close without a code', frames: [close()], expected: ends(1005) },
  { title: 'a close of one byte', frames: [{ opcode: 8, payload: Buffer.from([3]) }], expected: ends(1002) },
  { title: 'a close with a code', frames: [close(1000)], expected: ends(1000) },
  { title: 'a close with a reason', frames: [close(1000, 'it is late')], expected: ends(1000) },
  { title: 'a reason of 123 bytes', frames: [close(1000, 'r'.repeat(123))], expected: ends(1000) },
  { title: 'a reason of 124 bytes', frames: [close(1000, 'r'.repeat(124))], expected: ends(1002) },
  { title: 'a reason of many characters', frames: [close(1000, 'κόσμε 👋')], expected: ends(1000) },
];

const allowedCodes = [
  1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4001, 4999,
];
const forbiddenCodes = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 1999, 2000, 2999];
/** No code of RFC 6455, which does not say what is to be done about them. */
const undefinedCodes = [5000, 9999, 65_535];

function codes(): WireCase[] {
  return [
    ...allowedCodes.map((code) => ({ title: `code ${code}`, frames: [close(code)], expected: ends(code) })),
    ...forbiddenCodes.map((code) => ({ title: `code ${code}`, frames: [close(code)], expected: ends(1002) })),
    ...undefinedCodes.map((code) => ({ title: `code ${code}`, frames: [close(code)], expected: ends([code, 1002]) })),
  ];
}

function reasons(): WireCase[] {
  return invalidUtf8
    .filter(([, content]) => content.length <= 123)
    .map(([title, content]) => ({
      title: `a reason that is no UTF-8: ${title}`,
      frames: [close(1000, content)],
      expected: ends(1007),
    }));
}

export const closing: WireGroup = {
  name: '7 closing',
  cases: () => [
    ...numbered(
      '7.1',
      orders.flatMap((each) => inChops(each, each.title.startsWith('a long') ? [997] : [1])),
    ),
    ...numbered(
      '7.2',
      contents.flatMap((each) => inChops(each)),
    ),
    ...numbered('7.3', codes()),
    ...numbered('7.4', reasons()),
  ],
};
