import { VirtualClock } from '@botwright/clock';
import { expect, test } from 'vitest';
import { ServiceTime } from '../../src/replay/service-time.js';

test('a date that no message could have teaches nothing', () => {
  const clock = new VirtualClock();
  const time = new ServiceTime(clock);
  const strange = [
    'Sat, 13 Sep 275760 00:00:00 GMT',
    'Wed, 01 Jan 10000 00:00:00 GMT',
    '-271821',
    'Thu, 01 Jan 1969',
    'soon',
    '',
  ];
  for (const date of strange) {
    time.learn(date);
    expect(time.at(clock.monotonic())).toBe(new Date(clock.now()).toISOString());
  }
  time.learn('Fri, 02 Jan 2026 00:00:00 GMT');
  expect(time.at(clock.monotonic())).toBe('2026-01-02T00:00:00.000Z');
});

test('one answer that disagrees with those before is of another clock; two in a row are of a clock that was set', async () => {
  const clock = new VirtualClock();
  const time = new ServiceTime(clock);
  const now = () => time.at(clock.monotonic());
  time.learn('Fri, 02 Jan 2026 00:00:00 GMT');
  time.learn('Sat, 03 Jan 2026 00:00:00 GMT');
  expect(now()).toBe('2026-01-02T00:00:00.000Z');
  time.learn('Fri, 02 Jan 2026 00:00:00 GMT');
  time.learn('Sat, 03 Jan 2026 00:00:00 GMT');
  expect(now()).toBe('2026-01-02T00:00:00.000Z');
  await clock.advance(1_000);
  time.learn('Sat, 03 Jan 2026 00:00:01 GMT');
  expect(now()).toBe('2026-01-03T00:00:01.000Z');
});

test('of three clocks the one in the middle holds; of two, the one that is not this machine', () => {
  const clock = new VirtualClock();
  const time = new ServiceTime(clock);
  const now = () => time.at(clock.monotonic());
  const dayMs = 86_400_000;
  const epochMs = clock.now() - clock.monotonic();
  time.learnFromMessages(epochMs + 3 * dayMs);
  expect(now()).toBe('2026-01-04T00:00:00.000Z');
  time.learn('Sat, 03 Jan 2026 00:00:00 GMT');
  expect(now()).toBe('2026-01-03T00:00:00.000Z');
  time.learnFromMessages(epochMs - 3 * dayMs);
  expect(now()).toBe('2026-01-01T00:00:00.000Z');
});
