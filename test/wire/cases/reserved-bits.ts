import { ends, heartbeat, inChops, numbered, type WireGroup } from '../case.js';
import { continuation, ping, pong, text, type WireFrame } from '../frame.js';

const message = heartbeat('first');
const kinds: readonly (readonly [string, (reserved: number) => WireFrame[]])[] = [
  ['a text', (reserved) => [text(message, { reserved })]],
  ['a text behind another', (reserved) => [text(message), text(message, { reserved })]],
  ['a binary', (reserved) => [{ opcode: 2, payload: Buffer.from('x'), reserved }]],
  ['a continuation', (reserved) => [text('{', { fin: false }), continuation('}', { reserved })]],
  ['a ping', (reserved) => [ping('x', { reserved })]],
  ['a pong', (reserved) => [pong('x', { reserved })]],
  ['a close', (reserved) => [{ opcode: 8, reserved }]],
];

export const reservedBits: WireGroup = {
  name: '3 reserved bits',
  cases: () =>
    numbered(
      '3',
      [1, 2, 3, 4, 5, 6, 7].flatMap((reserved) =>
        kinds.flatMap(([kind, framesWith]) => {
          const frames = framesWith(reserved);
          const before = kind === 'a text behind another' ? [message] : [];
          const whole = { title: `${kind} with reserved bits ${reserved}`, frames, expected: ends(1002, ...before) };
          return inChops(whole, kind === 'a text behind another' ? [1] : []);
        }),
      ),
    ),
};
