import { answers, arrives, ends, heartbeat, inChops, numbered, type WireCase, type WireGroup } from '../case.js';
import { close, ping, pong, text } from '../frame.js';

const longest = 'p'.repeat(125);
const ten = Array.from({ length: 10 }, (_, index) => `ping ${index}`);
const hundred = Array.from({ length: 100 }, (_, index) => `ping ${index}`);
const message = heartbeat('between');

const cases: readonly WireCase[] = [
  { title: 'a ping that says nothing', frames: [ping()], expected: answers('') },
  { title: 'a ping that says something', frames: [ping('hello')], expected: answers('hello') },
  { title: 'a ping that is no text', frames: [ping(Buffer.from([0, 255, 254, 253, 0]))], expected: answers('\0ÿþý\0') },
  { title: 'a ping of 125 bytes', frames: [ping(longest)], expected: answers(longest) },
  { title: 'a ping of 126 bytes', frames: [ping(`${longest}p`)], expected: ends(1002) },
  { title: 'a ping of 65,536 bytes', frames: [ping(Buffer.alloc(65_536))], expected: ends(1002) },
  { title: 'a pong that nobody asked for', frames: [pong()], expected: arrives() },
  { title: 'a pong that says something nobody asked for', frames: [pong('unasked')], expected: arrives() },
  { title: 'a pong of 125 bytes', frames: [pong(longest)], expected: arrives() },
  { title: 'a pong of 126 bytes', frames: [pong(`${longest}p`)], expected: ends(1002) },
  { title: 'a pong and then a ping', frames: [pong('unasked'), ping('asked')], expected: answers('asked') },
  { title: '10 pings', frames: ten.map((each) => ping(each)), expected: answers(...ten) },
  { title: '100 pings', frames: hundred.map((each) => ping(each)), expected: answers(...hundred) },
  {
    title: 'a ping between two texts',
    frames: [text(message), ping('now'), text(message)],
    expected: { ...answers('now'), messages: [{ text: message }, { text: message }] },
  },
  { title: 'a ping behind a close', frames: [close(1000), ping('too late')], expected: ends(1000) },
];

export const pings: WireGroup = {
  name: '2 pings and pongs',
  cases: () =>
    numbered(
      '2',
      cases.flatMap((each) => inChops(each, [1])),
    ),
};
