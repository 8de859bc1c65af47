import { expect, test } from 'vitest';
import { waitingTime } from '../../web/src/time-format.js';

test.each([
  [0, '0 s'],
  [1, '1 s'],
  [597_200, '9 min 58 s'],
  [600_000, '10 min'],
  [59_999, '1 min'],
  [3_605_000, '1 h 5 s'],
  [93_784_000, '1 d 2 h'],
])('%d milliseconds to wait are written %s', (ms, written) => {
  expect(waitingTime(ms)).toBe(written);
});
