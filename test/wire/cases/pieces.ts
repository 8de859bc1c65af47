import { arrives, heartbeatOf, numbered, type WireCase, type WireGroup } from '../case.js';
import { inPiecesOf, opcodes, ping } from '../frame.js';

const message = heartbeatOf(65_536);

const sent: readonly WireCase[] = [
  ...[7, 125, 126, 1_300, 32_768, 65_535].map((size) => ({
    title: `65,536 bytes in frames of ${size}`,
    frames: inPiecesOf(size, opcodes.text, message),
    expected: arrives(message),
  })),
  ...[1_300, 32_768].flatMap((size) =>
    [977, 1_301].map((chop) => ({
      title: `65,536 bytes in frames of ${size}, ${chop} at once`,
      frames: inPiecesOf(size, opcodes.text, message),
      chop,
      expected: arrives(message),
    })),
  ),
  {
    title: '65,536 bytes in frames of 1,300 and a ping within',
    frames: inPiecesOf(1_300, opcodes.text, message).toSpliced(20, 0, ping('within')),
    expected: { ...arrives(message), pongs: ['within'] },
  },
];

export const automaticPieces: WireGroup = { name: '10 frames of a fixed size', cases: () => numbered('10', sent) };
