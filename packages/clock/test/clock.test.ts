import { describe, expect, test } from 'vitest';
import { systemClock, TimerTooLong, VirtualClock } from '../src/index.js';

describe('a virtual clock', () => {
  test('fires timers in their order, each at its own moment', async () => {
    const clock = new VirtualClock(0);
    const fired: [string, number][] = [];
    clock.setTimeout(() => fired.push(['late', clock.now()]), 300);
    clock.setTimeout(() => {
      fired.push(['early', clock.now()]);
      clock.setTimeout(() => fired.push(['between', clock.now()]), 100);
    }, 100);
    clock.clearTimeout(clock.setTimeout(() => fired.push(['never', clock.now()]), 50));
    await clock.advance(1_000);
    expect(fired).toEqual([
      ['early', 100],
      ['between', 200],
      ['late', 300],
    ]);
    expect([clock.now(), clock.monotonic(), clock.pending]).toEqual([1_000, 1_000, 0]);
  });

  test('tells when a timer is set', async () => {
    const clock = new VirtualClock();
    clock.setTimeout(() => undefined, 60_000);
    const within = clock.timerWithin(1_000);
    clock.setTimeout(() => undefined, 500);
    expect(await within).toBe(500);
  });
});

describe.each([
  ['a virtual clock', () => new VirtualClock()],
  ["the machine's clock", () => systemClock],
])('sleeping on %s', (_, make) => {
  test('ends with the signal, and leaves no timer', async () => {
    const clock = make();
    const stop = new AbortController();
    const asleep = clock.sleep(1_000_000, stop.signal);
    const reason = new Error('wake up');
    stop.abort(reason);
    await expect(asleep).rejects.toBe(reason);
    await expect(clock.sleep(1, stop.signal)).rejects.toBe(reason);
    if (clock instanceof VirtualClock) expect(clock.pending).toBe(0);
  });
});

test("the machine's clock refuses a wait that Node would cut to nothing", () => {
  for (const ms of [2 ** 31, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => systemClock.setTimeout(() => undefined, ms)).toThrow(TimerTooLong);
  }
});
