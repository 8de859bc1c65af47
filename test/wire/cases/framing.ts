import { arrives, ends, heartbeatOf, inChops, numbered, type WireCase, type WireGroup } from '../case.js';
import { binary, text } from '../frame.js';

const lengths = [32, 124, 125, 126, 127, 128, 129, 254, 255, 256, 257, 65_534, 65_535, 65_536, 65_537];

function texts(): WireCase[] {
  const empty: WireCase = { title: 'a text of nothing', frames: [text('')], expected: arrives(Buffer.alloc(0)) };
  const sized = lengths.flatMap((length) => {
    const message = heartbeatOf(length);
    const whole = { title: `a text of ${length} bytes`, frames: [text(message)], expected: arrives(message) };
    return inChops(whole, length < 300 ? [1] : [997]);
  });
  return [...inChops(empty), ...sized];
}

function binaries(): WireCase[] {
  return [0, 1, 125, 126, 127, 128, 65_535, 65_536].flatMap((length) => {
    const bytes = Buffer.alloc(length, 0xfe);
    const expected = { messages: [{ binary: bytes }], pongs: [], end: 'open' as const };
    const whole = { title: `${length} bytes that are no text`, frames: [binary(bytes)], expected };
    return inChops(whole, length < 300 ? [1] : [997]);
  });
}

function lengthFields(): WireCase[] {
  const message = heartbeatOf(100);
  const longer = heartbeatOf(1_000);
  const undecided = { messages: [{ text: message }], pongs: [], end: 'undecided' as const };
  return [
    { title: '100 bytes by a length of 16 bits', frames: [text(message, { lengthBits: 16 })], expected: undecided },
    { title: '100 bytes by a length of 64 bits', frames: [text(message, { lengthBits: 64 })], expected: undecided },
    {
      title: '1,000 bytes by a length of 64 bits',
      frames: [text(longer, { lengthBits: 64 })],
      expected: { ...undecided, messages: [{ text: longer }] },
    },
    ...[2n ** 63n, 2n ** 64n - 1n, 2n ** 53n, 2n ** 62n].map((namedLength) => ({
      title: `a length of ${namedLength}`,
      frames: [text('', { namedLength })],
      expected: ends([1002, 1009]),
    })),
  ];
}

function masks(): WireCase[] {
  const message = heartbeatOf(60);
  const frames = [
    text(message, { wrongMask: true }),
    text('', { wrongMask: true }),
    binary('x', { wrongMask: true }),
    { opcode: 9, wrongMask: true },
    { opcode: 8, wrongMask: true },
  ];
  return frames.flatMap((frame) =>
    inChops({
      title: `opcode ${frame.opcode}, ${frame.payload?.length ?? 0} bytes, masked the wrong way`,
      frames: [frame],
      expected: ends(1002),
    }),
  );
}

export const framing: WireGroup = {
  name: '1 framing',
  cases: () => [
    ...numbered('1.1', texts()),
    ...numbered('1.2', binaries()),
    ...numbered('1.3', lengthFields()),
    ...numbered('1.4', masks()),
  ],
};
