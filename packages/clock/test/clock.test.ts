import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

  test('fires thousands of timers in their order, whatever the order in which they were set and cleared', async () => {
    const clock = new VirtualClock(0);
    const fired: number[] = [];
    const moments = Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 1_009);
    const timers = moments.map((at) => clock.setTimeout(() => fired.push(at), at));
    for (const [index, timer] of timers.entries()) if (index % 3 === 0) clock.clearTimeout(timer);
    const wanted = moments.filter((_, index) => index % 3 !== 0).sort((one, other) => one - other);
    await clock.advance(2_000);
    expect(fired).toEqual(wanted);
    clock.clearTimeout(timers[1]);
    expect(clock.pending).toBe(0);
  });

  test('fires what is due at one moment in the order in which it was set', async () => {
    const clock = new VirtualClock();
    const fired: number[] = [];
    for (let index = 0; index < 50; index += 1) clock.setTimeout(() => fired.push(index), 10);
    await clock.advance(10);
    expect(fired).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  test('moves once after the other when it is moved twice at once', async () => {
    const clock = new VirtualClock(0);
    const fired: number[] = [];
    for (const at of [50, 150, 250]) clock.setTimeout(() => fired.push(clock.now()), at);
    await Promise.all([clock.advance(100), clock.advance(100), clock.advance(100)]);
    expect([fired, clock.now()]).toEqual([[50, 150, 250], 300]);
  });

  test('can be moved again after a callback threw', async () => {
    const clock = new VirtualClock(0);
    clock.setTimeout(() => {
      throw new Error('broken');
    }, 10);
    await expect(clock.advance(20)).rejects.toThrow('broken');
    await clock.advance(20);
    expect(clock.now()).toBe(30);
  });

  test('lets a call over a socket come back before the next timer fires', async () => {
    const server = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    clock.setTimeout(() => {
      void fetch(`http://127.0.0.1:${port}`).then(() => seen.push('answer'));
    }, 1);
    clock.setTimeout(() => seen.push('gave up'), 2);
    // The first call of a process loads the client; that takes longer than any socket.
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    await clock.advance(3);
    server.closeAllConnections();
    server.close();
    expect(seen).toEqual(['answer', 'gave up']);
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
