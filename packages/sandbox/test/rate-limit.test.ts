import { expect, test } from 'vitest';
import { RateLimit } from '../src/rate-limit.js';
import { heldBytes } from './support/heap.js';

test('callers that call no more are forgotten, however many there were', () => {
  const limit = new RateLimit(1);
  limit.take('the first', 0);
  const before = heldBytes();
  for (let number = 1; number <= 100_000; number += 1) limit.take(`webhook ${number}`, number);
  expect(heldBytes() - before).toBeLessThan(2_000_000);
  // Held until here.
  expect(limit.take('the last', 100_001)).toBeUndefined();
});

test('a caller that is refused over and over is served again a second after its last call that was', () => {
  const limit = new RateLimit(2);
  const taken = [0, 100, 200, 300, 999, 1000, 1001, 1100].filter((at) => limit.take('ada', at) === undefined);
  expect(taken).toEqual([0, 100, 1000, 1100]);
  for (const at of [1150, 1300]) limit.take(`somebody at ${at}`, at);
  expect(limit.take('ada', 1400)).toEqual({ retryAfterSeconds: 0.6 });
});
