import { describe, expect, test } from 'vitest';
import { RateLimited } from '../../src/index.js';
import { limiterWith } from '../support/calls-of-limiter.js';

describe('an own pace', () => {
  const startsAt = async (perSecond: number, calls: number) => {
    const { clock, call, pass, started } = limiterWith({ perSecond });
    const times: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const permit = await call(String.fromCharCode(97 + index));
      while (started.length <= index) await clock.advance(clock.nextInMs ?? 0);
      times.push(clock.monotonic());
      await pass(permit);
    }
    return times;
  };

  test('of five a second or fewer lets as many go at once, and the next after the window', async () => {
    expect(await startsAt(5, 6)).toEqual([0, 0, 0, 0, 0, 1_000]);
    expect(await startsAt(2.5, 3)).toEqual([0, 0, 800]);
    expect(await startsAt(0.5, 2)).toEqual([0, 2_000]);
  });

  test('of more lets five go at once, and the others spread', async () => {
    expect(await startsAt(10, 11)).toEqual([0, 0, 0, 0, 0, 500, 500, 500, 500, 500, 1_000]);
  });

  test('is none where none is set', async () => {
    expect(await startsAt(Number.POSITIVE_INFINITY, 20)).toEqual(new Array(20).fill(0));
  });
});

describe('a place in a bucket', () => {
  test('is one, and goes to the next in order when the call ends', async () => {
    const { call, pass, started } = limiterWith();
    const first = await call('a1');
    await call('a2');
    await call('a3');
    await call('b1');
    expect(started).toEqual(['a1', 'b1']);
    await pass(first);
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  test('may be given away for a while, and is asked for again before those that came later', async () => {
    const { limiter, again, call, pass, clock, started } = limiterWith();
    const first = await call('a1');
    const second = await call('a2');
    await call('a3');
    limiter.failed(first, clock.monotonic());
    limiter.yield(first);
    // A place that was given away is not given away twice.
    limiter.yield(first);
    await clock.advance(0);
    expect(started).toEqual(['a1', 'a2']);
    void again('a1 again', first);
    await pass(second);
    expect(started).toEqual(['a1', 'a2', 'a1 again']);
    limiter.release(first);
    await clock.advance(0);
    expect(started).toEqual(['a1', 'a2', 'a1 again', 'a3']);
  });

  test('is kept by a call that repeats its request', async () => {
    const { limiter, again, call, clock, started } = limiterWith();
    const first = await call('a1');
    await call('a2');
    limiter.failed(first, clock.monotonic());
    await again('a1 again', first);
    expect(started).toEqual(['a1', 'a1 again']);
    limiter.release(first);
    await clock.advance(0);
    expect(started).toEqual(['a1', 'a1 again', 'a2']);
  });

  test('is left by a call that is given up while it waits', async () => {
    const { call, pass, started, errors, clock } = limiterWith();
    const first = await call('a1');
    const second = await call('a2');
    await call('a3');
    const reason = new Error('enough');
    second.call.onAbort?.(reason);
    await clock.advance(0);
    expect(errors).toEqual([reason]);
    await pass(first);
    expect(started).toEqual(['a1', 'a3']);
  });
});

describe('a refusal', () => {
  test('shuts its bucket for the pause, a second where none is named, and no other', async () => {
    for (const [pauseMs, ms] of [
      [2_000, 2_000],
      [100, 100],
      [undefined, 1_000],
    ] as const) {
      const { clock, again, call, refuse, started } = limiterWith();
      const first = await call('a1');
      await call('a2');
      expect(await refuse(first, { pauseMs })).toBe(0);
      void again('a1 again', first);
      await call('b1');
      await clock.advance(ms - 1);
      expect(started).toEqual(['a1', 'b1']);
      await clock.advance(1);
      expect(started).toEqual(['a1', 'b1', 'a1 again']);
    }
  });

  test('that follows another is waited for a second at least', async () => {
    const { clock, again, call, refuse, started } = limiterWith();
    const first = await call('a1');
    await refuse(first, { pauseMs: 100 });
    void again('a1 again', first);
    await clock.advance(100);
    await refuse(first, { pauseMs: 100 });
    void again('a1 at last', first);
    await clock.advance(999);
    expect(started).toEqual(['a1', 'a1 again']);
    await clock.advance(1);
    expect(started).toContain('a1 at last');
  });

  test('of one call leaves its bucket open, and the second in a row shuts it', async () => {
    const { call, refuse, started, clock, limiter } = limiterWith();
    const [first, second] = [await call('a1'), await call('a2')];
    await call('a3');
    expect(await refuse(first, { scope: 'call', pauseMs: 5_000 })).toBe(5_000);
    expect(started).toEqual(['a1', 'a2']);
    expect(await refuse(second, { scope: 'call', pauseMs: 5_000 })).toBe(0);
    limiter.release(second);
    await clock.advance(4_999);
    expect(started).toEqual(['a1', 'a2']);
    await clock.advance(1);
    expect(started).toEqual(['a1', 'a2', 'a3']);
    const other = limiterWith();
    const alone = await other.call('a1');
    expect(await other.refuse(alone, { scope: 'call' })).toBe(1_000);
    const next = await other.call('a2');
    await other.pass(next);
    const third = await other.call('a3');
    expect(await other.refuse(third, { scope: 'call', pauseMs: 300 })).toBe(300);
  });

  test('of all shuts every bucket, and then one request asks for all of them', async () => {
    const { clock, again, call, refuse, started } = limiterWith();
    const first = await call('a1');
    expect(await refuse(first, { scope: 'all', pauseMs: 2_000 })).toBe(0);
    for (const name of ['b1', 'c1', 'd1']) await call(name);
    void again('a1 again', first);
    await clock.advance(1_999);
    expect(started).toEqual(['a1']);
    await clock.advance(1);
    expect(started).toHaveLength(2);
    await clock.advance(10_000);
    expect(started).toHaveLength(2);
    expect(started[1]).toBe('b1');
  });

  test('of several buckets that served different numbers is taken for one of all', async () => {
    const { clock, call, refuse, limiter, started } = limiterWith();
    const permits = [await call('a1'), await call('b1'), await call('c1')];
    for (const permit of permits) {
      await refuse(permit, { pauseMs: 3_000 });
      limiter.release(permit);
    }
    await call('d1');
    await clock.advance(2_999);
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await clock.advance(1);
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  test('that would be waited for longer than a call may turns away whoever waits, and whoever comes', async () => {
    const { clock, limiter, call, refuse, errors, started } = limiterWith();
    const first = await call('a1');
    await call('a2');
    await call('b1');
    await refuse(first, { pauseMs: 60_001 });
    limiter.release(first);
    await call('a3');
    expect(errors).toHaveLength(2);
    for (const error of errors) {
      expect(error).toBeInstanceOf(RateLimited);
      expect(error).toMatchObject({ retryAfterMs: 60_001, maxWaitMs: 60_000 });
    }
    await call('b2');
    await clock.advance(60_001);
    await call('a4');
    expect(started).toEqual(['a1', 'b1', 'a4']);
    expect(errors).toHaveLength(2);
  });

  test('of all turns away those of every bucket', async () => {
    const { call, refuse, errors } = limiterWith();
    const first = await call('a1');
    await call('b1');
    await call('b2');
    await refuse(first, { scope: 'all', pauseMs: 61_000 });
    expect(errors).toHaveLength(1);
    await call('c1');
    expect(errors).toHaveLength(2);
  });

  test('of a minute is waited for', async () => {
    const { clock, call, refuse, errors, started, limiter } = limiterWith();
    const first = await call('a1');
    await call('a2');
    await refuse(first, { pauseMs: 60_000 });
    limiter.release(first);
    await clock.advance(60_000);
    expect(errors).toEqual([]);
    expect(started).toEqual(['a1', 'a2']);
  });
});

test('turns go round the buckets, and the more urgent calls go first', async () => {
  const { clock, call, started } = limiterWith({ perSecond: 1 });
  await call('a1', { isOrdered: false });
  await call('b1', { rank: 2 });
  await call('c1');
  await call('d1');
  await call('e1', { rank: 0 });
  for (let turn = 0; turn < 10; turn += 1) await clock.advance(clock.nextInMs ?? 0);
  expect(started).toEqual(['a1', 'e1', 'c1', 'd1', 'b1']);
});

test('a limiter that is closed leaves no timer', async () => {
  const paced = limiterWith({ perSecond: 1 });
  await paced.call('a1');
  await paced.call('b1');
  const refused = limiterWith();
  const first = await refused.call('a1');
  await refused.refuse(first, { pauseMs: 1_000 });
  refused.limiter.release(first);
  await refused.call('a2');
  for (const { clock, limiter } of [paced, refused]) {
    expect(clock.pending).toBe(1);
    limiter.close();
    expect(clock.pending).toBe(0);
  }
});
