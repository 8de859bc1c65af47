import {
  answers,
  arrives,
  contentStart,
  ends,
  heartbeat,
  inChops,
  numbered,
  type WireCase,
  type WireGroup,
} from '../case.js';
import { binary, close, continuation, inPieces, inPiecesOf, opcodes, ping, pong, text } from '../frame.js';

const message = heartbeat('in pieces');
const another = heartbeat('afterwards');
const two = inPieces(opcodes.text, message, [contentStart]);
const five = inPieces(opcodes.text, message, [1, 2, contentStart, contentStart + 1]);
const [first = text(''), last = text('')] = two;
const withPing = { ...answers('meanwhile'), messages: [{ text: message }] };

const allowed: readonly WireCase[] = [
  { title: 'a text in two', frames: two, expected: arrives(message) },
  { title: 'a text in five', frames: five, expected: arrives(message) },
  { title: 'a text in bytes', frames: inPiecesOf(1, opcodes.text, message), expected: arrives(message) },
  { title: 'two texts in two each', frames: [...two, ...two], expected: arrives(message, message) },
  {
    title: 'a text with pieces of nothing',
    frames: [
      text('', { fin: false }),
      continuation('', { fin: false }),
      continuation(message, { fin: false }),
      continuation(''),
    ],
    expected: arrives(message),
  },
  {
    title: 'a text of nothing in three',
    frames: [text('', { fin: false }), continuation('', { fin: false }), continuation('')],
    expected: arrives(Buffer.alloc(0)),
  },
  {
    title: 'bytes in three',
    frames: inPieces(opcodes.binary, Buffer.from('abcdef'), [2, 4]),
    expected: { ...arrives(), messages: [{ binary: Buffer.from('abcdef') }] },
  },
  { title: 'a ping within a text', frames: [first, ping('meanwhile'), last], expected: withPing },
  { title: 'a pong within a text', frames: [first, pong('meanwhile'), last], expected: arrives(message) },
  {
    title: 'pings between all pieces of a text',
    frames: five.flatMap((piece, index) => (index === 0 ? [piece] : [ping(`ping ${index}`), piece])),
    expected: { ...answers('ping 1', 'ping 2', 'ping 3', 'ping 4'), messages: [{ text: message }] },
  },
  {
    title: 'a close within a text',
    frames: [first, close(1000), last],
    expected: ends(1000),
  },
];

const forbidden: readonly WireCase[] = [
  { title: 'a ping in two', frames: [ping('a', { fin: false }), continuation('b')], expected: ends(1002) },
  { title: 'a pong in two', frames: [pong('a', { fin: false }), continuation('b')], expected: ends(1002) },
  { title: 'a close in two', frames: [{ ...close(1000), fin: false }, continuation('b')], expected: ends(1002) },
  { title: 'a continuation of nothing', frames: [continuation('x')], expected: ends(1002) },
  { title: 'one that does not end', frames: [continuation('x', { fin: false }), text(message)], expected: ends(1002) },
  { title: 'one without content', frames: [continuation('')], expected: ends(1002) },
  {
    title: 'a continuation behind a text that has ended',
    frames: [...two, continuation('x')],
    expected: ends(1002, message),
  },
  {
    title: 'a continuation that does not end behind a text',
    frames: [text(another), continuation('x', { fin: false })],
    expected: ends(1002, another),
  },
  { title: 'a text within a text', frames: [first, text(another)], expected: ends(1002) },
  { title: 'the beginning of a text within a text', frames: [first, first], expected: ends(1002) },
  { title: 'bytes within a text', frames: [first, binary('x')], expected: ends(1002) },
  { title: 'a text within bytes', frames: [binary('x', { fin: false }), text(another)], expected: ends(1002) },
];

export const fragmentation: WireGroup = {
  name: '5 fragmentation',
  cases: () => [
    ...numbered(
      '5.1',
      allowed.flatMap((each) => inChops(each, [1, 7])),
    ),
    ...numbered(
      '5.2',
      forbidden.flatMap((each) => inChops(each, [1])),
    ),
  ],
};
