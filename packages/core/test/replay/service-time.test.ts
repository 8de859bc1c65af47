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
    expect(new Date(time.now()).toISOString()).toBe(new Date(clock.now()).toISOString());
  }
  time.learn('Fri, 02 Jan 2026 00:00:00 GMT');
  expect(new Date(time.now()).toISOString()).toBe('2026-01-02T00:00:00.000Z');
});
