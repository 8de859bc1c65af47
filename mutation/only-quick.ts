import fc from 'fast-check';
import { beforeEach } from 'vitest';

// That a property fails is all that is asked: looking for the smallest example takes many times as long.
fc.configureGlobal({ endOnFailure: true });

/** Beginnings of the titles of tests that take a tenth of a second or more, and notice little that a quick one would not. */
const slow = [
  'of 503 that asks for an eternity',
  '#36 a reply of HTML with 502',
  '#42 100,000 generated ids',
  'of 50 a second over 200 routes is never broken in any second of real time',
  '#32 for ever on one route leaves the others',
  '#33 in the phase',
  'whose body drips, a byte at a time',
  '#10, #15 each of 1,000 TCP resets',
  '#9 closing 0 to 50 ms into a connect that nobody answers',
  '#50 that is met while 500 calls wait',
  '#41 what no header may hold',
  '#44 of 5 per 5 s that the service tells',
  '#21 is given one new session in 5 s',
  'of 5 per 5 s that only refusals show is learnt from one refusal an hour',
  '#37 of 1 MB that is 1 GB when it is unpacked',
  '#49 that concerns one parameter makes that call wait alone',
  '#46 of 50 a second over 1,000 routes',
  'is sent whole after an answer that came before its end',
  '#13 full jitter, doubled up to 60 s',
  '#25',
  '#6 a heartbeat that the service asks for',
  '#1 a peer that only falls silent',
  'a frame above 8 MiB',
  'an answer that drips in is no answer',
  'makes the state failing with the tenth try',
  'heartbeats go out between the frames of a flood',
  'does not wait for a peer that never answers',
];

beforeEach(({ task, skip }) => skip(slow.some((title) => task.name.startsWith(title))));
