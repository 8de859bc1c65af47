import { arrives, type Bounds, ends, heartbeatOf, numbered, type WireCase, type WireGroup } from '../case.js';
import { inPiecesOf, opcodes, text } from '../frame.js';

const kibibyte = 1_024;
const mebibyte = kibibyte * kibibyte;

function whole({ longestMessage }: Bounds): WireCase[] {
  const sizes = [64 * kibibyte, 256 * kibibyte, mebibyte, 4 * mebibyte, 8 * mebibyte];
  return sizes
    .filter((size) => size <= longestMessage)
    .map((size) => {
      const message = heartbeatOf(size);
      return { title: `a text of ${size} bytes`, frames: [text(message)], expected: arrives(message) };
    });
}

function pieces({ longestMessage }: Bounds): WireCase[] {
  const message = heartbeatOf(Math.min(longestMessage, 4 * mebibyte));
  return [256, kibibyte, 4 * kibibyte, 16 * kibibyte, 64 * kibibyte, 256 * kibibyte, mebibyte].map((size) => ({
    title: `${message.length} bytes in frames of ${size}`,
    frames: inPiecesOf(size, opcodes.text, message),
    expected: arrives(message),
  }));
}

function chops(): WireCase[] {
  const message = heartbeatOf(mebibyte);
  return [64, 128, 256, 512, kibibyte, 2 * kibibyte].map((chop) => ({
    title: `${mebibyte} bytes, ${chop} at once`,
    frames: [text(message)],
    chop,
    expected: arrives(message),
  }));
}

function many(): WireCase[] {
  return [32, 64, 256, kibibyte, 4 * kibibyte].map((size) => {
    const messages = new Array<Buffer>(1_000).fill(heartbeatOf(size));
    return {
      title: `1,000 texts of ${size} bytes`,
      frames: messages.map((each) => text(each)),
      expected: arrives(...messages),
    };
  });
}

function beyond({ longestMessage, mostFragments }: Bounds): WireCase[] {
  const message = heartbeatOf(longestMessage + 1);
  const crumbs = heartbeatOf(mostFragments + 1);
  return [
    { title: 'one byte too many', frames: [text(message)], expected: ends(1009) },
    { title: 'one byte too many in frames', frames: inPiecesOf(65_536, opcodes.text, message), expected: ends(1009) },
    {
      title: 'a length that is too long, and nothing else',
      frames: [text('', { namedLength: BigInt(longestMessage + 1) })],
      expected: ends(1009),
    },
    {
      title: 'as many frames as may be',
      frames: inPiecesOf(1, opcodes.text, crumbs.subarray(0, -1))
        .slice(0, -1)
        .concat({ opcode: 0, payload: crumbs.subarray(-2) }),
      expected: arrives(crumbs),
    },
    { title: 'one frame too many', frames: inPiecesOf(1, opcodes.text, crumbs), expected: ends(1008) },
  ];
}

export const sizes: WireGroup = {
  name: '9 sizes',
  cases: (bounds) => [
    ...numbered('9.1', whole(bounds)),
    ...numbered('9.2', pieces(bounds)),
    ...numbered('9.3', chops()),
    ...numbered('9.4', many()),
    ...numbered('9.5', beyond(bounds)),
  ],
};
