import {
  arrives,
  contentStart,
  type Expected,
  ends,
  heartbeat,
  numbered,
  type WireCase,
  type WireGroup,
} from '../case.js';
import { continuation, inPieces, opcodes, text } from '../frame.js';
import { invalidUtf8, validUtf8 } from './utf8-sequences.js';

const word = Buffer.from('κόσμε');

/** A message whole, cut within its sequence, with a frame for each byte, and with a write for each byte. */
function waysOf(title: string, content: Buffer, message: Buffer, expected: Expected): WireCase[] {
  const middle = contentStart + Math.ceil(content.length / 2);
  const bytes = content.subarray(0, 12).keys();
  const eachByte = [...bytes].map((index) => contentStart + index);
  return [
    { title, frames: [text(message)], expected },
    { title: `${title}, in two frames`, frames: inPieces(opcodes.text, message, [middle]), expected },
    { title: `${title}, a frame a byte`, frames: inPieces(opcodes.text, message, eachByte), expected },
    { title: `${title}, a write a byte`, frames: [text(message)], chop: 1, expected },
  ];
}

function valid(): WireCase[] {
  return validUtf8.flatMap(([title, content]) => {
    const message = heartbeat(content);
    return waysOf(title, content, message, arrives(message));
  });
}

function invalid(): WireCase[] {
  return invalidUtf8.flatMap(([title, content]) => waysOf(title, content, heartbeat(content), ends(1007)));
}

/** A message that ends within a character, and those that end behind one. */
function endings(): WireCase[] {
  return [...word.keys()].map((index) => {
    const content = word.subarray(0, index + 1);
    const isWhole = Buffer.from(content.toString()).equals(content);
    const message = Buffer.concat([heartbeat().subarray(0, contentStart), content]);
    const expected = isWhole ? arrives(heartbeat(content)) : ends(1007);
    return {
      title: `${index + 1} bytes of five characters`,
      frames: [text(isWhole ? heartbeat(content) : message)],
      expected,
    };
  });
}

/** A reader may end a connection as soon as it sees what is wrong, or when the message has ended. */
function early(): WireCase[] {
  return invalidUtf8.map(([title, content]) => ({
    title: `${title}, before the message has ended`,
    frames: [text(heartbeat(content), { fin: false })],
    late: [continuation('')],
    expected: ends(1007),
  }));
}

export const utf8: WireGroup = {
  name: '6 UTF-8',
  cases: () => [
    ...numbered('6.1', valid()),
    ...numbered('6.2', invalid()),
    ...numbered('6.3', endings()),
    ...numbered('6.4', early()),
  ],
};
