import { ends, heartbeat, inChops, numbered, type WireCase, type WireGroup } from '../case.js';
import { text } from '../frame.js';

const message = heartbeat('first');
const payload = Buffer.from('reserved');

function casesOf(opcode: number): WireCase[] {
  return [
    { title: `opcode ${opcode} without content`, frames: [{ opcode }], expected: ends(1002) },
    { title: `opcode ${opcode} with content`, frames: [{ opcode, payload }], expected: ends(1002) },
    ...inChops({
      title: `opcode ${opcode} behind a text`,
      frames: [text(message), { opcode, payload }],
      expected: ends(1002, message),
    }),
    {
      title: `opcode ${opcode} within a text`,
      frames: [text('{', { fin: false }), { opcode, payload }],
      expected: ends(1002),
    },
    {
      title: `opcode ${opcode} that does not end`,
      frames: [{ opcode, payload, fin: false }],
      expected: ends(1002),
    },
  ];
}

export const reservedOpcodes: WireGroup = {
  name: '4 reserved opcodes',
  cases: () => numbered('4', [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap(casesOf)),
};
