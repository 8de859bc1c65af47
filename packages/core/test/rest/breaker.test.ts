import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { Breaker } from '../../src/rest/breaker.js';

const tenMinutesMs = 600_000;

function breakerOn(clock = new VirtualClock()) {
  const warnings: [refusals: number, banAfter: number][] = [];
  const breaker = new Breaker(clock, (...warning) => warnings.push(warning));
  const answer = (times: number, status: number, operation = 'bad', bucket = 'bad:1') => {
    for (let time = 0; time < times; time += 1) breaker.answered(operation, bucket, status);
  };
  return { clock, breaker, answer, warnings };
}

test('calls whose like is refused are stopped from 5,000 refusals in ten minutes on, the others go out', () => {
  const { breaker, answer } = breakerOn();
  expect(breaker.tripped('bad', 'bad:2')).toBeUndefined();
  answer(4_999, 403);
  expect(breaker.tripped('bad', 'bad:2')).toBeUndefined();
  answer(1, 403);
  expect(breaker.tripped('bad', 'bad:2')).toBe(5_000);
  expect(breaker.tripped('never asked for', 'x')).toBeUndefined();
});

test('401, 403 and 429 count as refusals, and nothing else does', () => {
  const { breaker, answer } = breakerOn();
  for (const status of [401, 403, 429]) answer(1_666, status);
  answer(10_000, 404, 'other', 'other:1');
  answer(1, 403);
  expect(breaker.tripped('bad', 'bad:1')).toBeUndefined();
  answer(1, 429);
  expect(breaker.tripped('bad', 'bad:1')).toBe(5_000);
});

test('an operation that is served more often than refused goes out, but not where it was refused last', () => {
  const { breaker, answer } = breakerOn();
  answer(5_000, 403);
  answer(2, 403, 'good', 'good:1');
  answer(2, 200, 'good', 'good:2');
  expect(breaker.tripped('good', 'good:1')).toBe(5_002);
  expect(breaker.tripped('good', 'good:2')).toBeUndefined();
  answer(1, 200, 'good', 'good:1');
  expect(breaker.tripped('good', 'good:1')).toBeUndefined();
  answer(2, 403, 'good', 'good:1');
  expect(breaker.tripped('good', 'good:2')).toBe(5_004);
});

test('from 9,000 on only what was never refused goes out', () => {
  const { breaker, answer } = breakerOn();
  answer(1, 403, 'good', 'good:1');
  answer(100, 200, 'good', 'good:1');
  answer(8_998, 403);
  expect(breaker.tripped('good', 'good:1')).toBeUndefined();
  answer(1, 403);
  expect(breaker.tripped('good', 'good:1')).toBe(9_000);
});

test('refusals are forgotten after ten minutes, in steps of half a minute', async () => {
  const { clock, breaker, answer } = breakerOn();
  await clock.advance(45_000);
  answer(3_000, 403);
  await clock.advance(tenMinutesMs / 2);
  answer(2_000, 403);
  await clock.advance(tenMinutesMs / 2 - 15_001);
  expect(breaker.tripped('bad', 'bad:1')).toBe(5_000);
  await clock.advance(1);
  expect(breaker.tripped('bad', 'bad:1')).toBeUndefined();
  answer(3_000, 403);
  expect(breaker.tripped('bad', 'bad:1')).toBe(5_000);
  await clock.advance(10 * tenMinutesMs);
  expect(breaker.tripped('bad', 'bad:1')).toBeUndefined();
  answer(5_000, 403);
  expect(breaker.tripped('bad', 'bad:1')).toBe(5_000);
});

test('a thousand refusals are told of once, until they have become few again', async () => {
  const { clock, answer, warnings } = breakerOn();
  answer(999, 401);
  expect(warnings).toEqual([]);
  answer(1_000, 401);
  expect(warnings).toEqual([[1_000, 10_000]]);
  await clock.advance(tenMinutesMs);
  answer(999, 401);
  expect(warnings).toHaveLength(1);
  answer(1, 401);
  expect(warnings).toHaveLength(2);
});

test('where calls were refused last is remembered for 10,000 limits at most', () => {
  const { breaker } = breakerOn();
  for (let bucket = 0; bucket < 5_000; bucket += 1) {
    breaker.answered('mixed', `mixed:${bucket}`, 403);
    breaker.answered('mixed', 'mixed:served', 200);
  }
  breaker.answered('mixed', 'mixed:served', 200);
  expect(breaker.tripped('mixed', 'mixed:0')).toBe(5_000);
  for (let bucket = 0; bucket < 5_000; bucket += 1) breaker.answered('mixed', 'mixed:served', 200);
  expect(breaker.tripped('mixed', 'mixed:4999')).toBe(5_000);
  expect(breaker.tripped('mixed', 'mixed:served')).toBeUndefined();
});
