import { describe, expect, test } from 'vitest';
import { RateLimited } from '../../src/index.js';
import { BusyClock } from '../support/busy-clock.js';
import { limiterWith } from '../support/calls-of-limiter.js';

const unordered = { isOrdered: false };

/** A limiter that was taught by two refusals that all calls have a limit in common. */
async function taughtLimiter() {
  const taught = limiterWith();
  const { clock, again, call, refuse, end, limiter } = taught;
  const first = await call('z1');
  await refuse(first, { scope: 'all', pauseMs: 1_000 });
  void again('z1 again', first);
  await clock.advance(1_000);
  limiter.passed(first, clock.monotonic(), undefined);
  await end(first);
  const second = await call('z2');
  await refuse(second, { scope: 'all', pauseMs: 1_000 });
  await end(second);
  await clock.advance(3_000);
  taught.started.length = 0;
  return taught;
}

describe('a request that ended', () => {
  test('counts from its answer, however long its call goes on', async () => {
    const { clock, limiter, call, started } = limiterWith({ perSecond: 1 });
    const first = await call('a1');
    await clock.advance(100);
    limiter.passed(first, clock.monotonic(), undefined);
    await call('b1');
    await clock.advance(999);
    expect(started).toEqual(['a1']);
    await clock.advance(1);
    expect(started).toEqual(['a1', 'b1']);
    limiter.release(first);
  });

  test('without an answer lets the next one of its bucket ask, although its call goes on', async () => {
    const { clock, again, limiter, call, refuse, started } = limiterWith();
    const first = await call('a1', unordered);
    await refuse(first, { pauseMs: 1_000 });
    void again('a1 again', first);
    await call('a2', unordered);
    await clock.advance(1_600);
    expect(started).toEqual(['a1', 'a1 again']);
    limiter.failed(first, clock.monotonic());
    // After a refusal that named no limit one a second goes out.
    await clock.advance(1_000);
    expect(started).toEqual(['a1', 'a1 again', 'a2']);
  });

  test('that was given up leaves its bucket to the next, also after a refusal', async () => {
    const { clock, again, call, end, refuse, started } = limiterWith();
    await end(await call('a1'));
    const second = await call('a2');
    await refuse(second, { pauseMs: 1_000 });
    void again('a2 again', second);
    await clock.advance(1_000);
    expect(started).toEqual(['a1', 'a2', 'a2 again']);
  });

  test('is under way no longer, and one alone asks after a refusal', async () => {
    const { clock, again, call, pass, refuse, started } = limiterWith();
    await pass(await call('a1', unordered));
    const second = await call('a2', unordered);
    await refuse(second, { pauseMs: 1_000 });
    void again('a2 again', second);
    await call('a3', unordered);
    await clock.advance(60_000);
    expect(started).toEqual(['a1', 'a2', 'a2 again']);
  });
});

describe('a newcomer', () => {
  test('stands behind who waits for the same bucket, also where no timer had its turn yet', async () => {
    const clock = new BusyClock();
    const { call, started } = limiterWith({ clock });
    await call('a1', unordered);
    await call('a2', unordered);
    // From now on a call may pass the one that takes so long.
    clock.pass(600);
    const newcomer = call('a3', unordered);
    expect(started).not.toContain('a3');
    await newcomer;
    await clock.advance(499);
    expect(started).toEqual(['a1', 'a2']);
    await clock.advance(1);
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  test('stands behind who waits for the limit of all, also where no timer had its turn yet', async () => {
    const clock = new BusyClock();
    const { call, pass, started } = limiterWith({ perSecond: 1, clock });
    await pass(await call('a1'));
    await call('b1');
    clock.pass(1_500);
    const newcomer = call('c1');
    await Promise.resolve();
    expect(started).not.toContain('c1');
    await newcomer;
    await clock.advance(0);
    expect(started).toEqual(['a1', 'b1']);
  });
});

describe('a refusal of a bucket', () => {
  test('after one that was let through is the first again, and waited for no longer than it says', async () => {
    const { clock, again, call, pass, refuse, started } = limiterWith();
    const first = await call('a1');
    await refuse(first, { pauseMs: 100 });
    void again('a1 again', first);
    await clock.advance(100);
    await pass(first);
    await clock.advance(10_000);
    const second = await call('a2');
    await refuse(second, { pauseMs: 100 });
    void again('a2 again', second);
    await clock.advance(99);
    expect(started).toEqual(['a1', 'a1 again', 'a2']);
    await clock.advance(1);
    expect(started).toContain('a2 again');
  });

  test('holds up a call that had got in line before it', async () => {
    const { clock, call, refuse, started } = limiterWith({ perSecond: 2 });
    const first = await call('b1', unordered);
    await call('a1');
    await clock.advance(600);
    await call('b2', unordered);
    await refuse(first, { pauseMs: 5_000 });
    await clock.advance(4_999);
    expect(started).toEqual(['b1', 'a1']);
    await clock.advance(1);
    expect(started).toEqual(['b1', 'a1', 'b2']);
  });

  test('of a call that was refused alone before is waited for a second at least', async () => {
    const { clock, again, call, refuse, started } = limiterWith();
    const first = await call('a1');
    expect(await refuse(first, { scope: 'call', pauseMs: 100 })).toBe(100);
    await again('a1 again', first);
    expect(await refuse(first, { scope: 'call', pauseMs: 100 })).toBe(0);
    void again('a1 at last', first);
    await clock.advance(999);
    expect(started).toEqual(['a1', 'a1 again']);
    await clock.advance(1);
    expect(started).toContain('a1 at last');
  });

  test('turns away who waits since before it for too long, and not who came later', async () => {
    const { clock, again, call, refuse, errors } = limiterWith();
    const first = await call('a1');
    await refuse(first, { pauseMs: 30_000 });
    void again('a1 again', first);
    await call('a2');
    await clock.advance(20_000);
    await call('a3');
    await clock.advance(10_000);
    await refuse(first, { pauseMs: 40_000 });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(RateLimited);
    expect(errors[0]).toMatchObject({ retryAfterMs: 40_000 });
  });

  test('leaves no timer when the only one who waits for its end is given up', async () => {
    const { clock, call, refuse, end } = limiterWith();
    const first = await call('a1');
    await refuse(first, { pauseMs: 5_000 });
    await end(first);
    const second = await call('a2');
    expect(clock.pending).toBe(1);
    second.call.onAbort?.(new Error('enough'));
    await clock.advance(0);
    expect(clock.pending).toBe(0);
  });
});

describe('refusals of several buckets', () => {
  test('with one let through in between are about a limit of each', async () => {
    const { clock, call, pass, refuse, started } = limiterWith();
    const [first, second] = [await call('a1'), await call('b1')];
    await refuse(first, { pauseMs: 5_000 });
    await refuse(second, { pauseMs: 5_000 });
    await clock.advance(10);
    await pass(await call('c1'));
    await refuse(await call('d1'), { pauseMs: 5_000 });
    await call('e1');
    expect(started).toContain('e1');
  });

  test('that each concern single calls are not about a limit of all', async () => {
    const { again, call, refuse, started } = limiterWith();
    for (const name of ['a1', 'b1', 'c1']) {
      const permit = await call(name);
      await refuse(permit, { scope: 'call', pauseMs: 5_000 });
      await again(`${name} again`, permit);
      await refuse(permit, { scope: 'call', pauseMs: 5_000 });
    }
    await call('d1');
    expect(started).toContain('d1');
  });

  test('that are about one of all spread what follows, and no bucket keeps a pause of its own', async () => {
    const { clock, again, call, pass, refuse, started } = limiterWith();
    for (const name of ['a1', 'b1', 'c1', 'd1']) await pass(await call(name));
    const refused = [await call('e1'), await call('f1'), await call('g1')];
    for (const [index, permit] of refused.entries()) {
      await refuse(permit, { pauseMs: index === 2 ? 1_000 : 20_000 });
      void again(`again ${index}`, permit);
    }
    started.length = 0;
    await clock.advance(1_000);
    expect(started).toEqual(['again 0']);
    const [first, second] = refused;
    if (first) await pass(first);
    await clock.advance(249);
    expect(started).toEqual(['again 0']);
    await clock.advance(1);
    expect(started).toEqual(['again 0', 'again 1']);
    if (second) await pass(second);
    await clock.advance(250);
    expect(started).toEqual(['again 0', 'again 1', 'again 2']);
  });
});

describe('after a refusal of all', () => {
  test('that several buckets told, whoever would wait for too long is turned away, in any bucket', async () => {
    const { call, refuse, end, errors } = limiterWith();
    const waiting = await call('d1');
    await call('d2');
    for (const name of ['a1', 'b1', 'c1']) {
      const permit = await call(name);
      await refuse(permit, { pauseMs: 61_000 });
      await end(permit);
    }
    expect(errors).toHaveLength(1);
    await end(waiting);
  });

  test('those ask on who are let through, although one asks for all at that moment', async () => {
    const { clock, call, pass, refuse, end, started } = limiterWith();
    const [first, second] = [await call('a1'), await call('b1')];
    await refuse(first, { scope: 'all', pauseMs: 1_000 });
    await end(first);
    await call('c1');
    await call('d1');
    await clock.advance(1_000);
    expect(started).toEqual(['a1', 'b1', 'c1']);
    // Nobody knows when the one that asks will be answered, so there is no timer either.
    expect(clock.pending).toBe(0);
    await pass(second);
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  test('one asks although another is under way since before it', async () => {
    const { clock, call, refuse, end, started } = limiterWith();
    const first = await call('a1');
    await call('b1');
    await refuse(first, { scope: 'all', pauseMs: 1_000 });
    await end(first);
    await call('c1');
    await clock.advance(1_000);
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  test('one alone asks, also when another gets no answer meanwhile', async () => {
    const { clock, limiter, call, refuse, end, started } = limiterWith();
    const [first, second] = [await call('a1'), await call('b1')];
    await refuse(first, { scope: 'all', pauseMs: 1_000 });
    await end(first);
    await call('c1');
    await call('d1');
    await clock.advance(1_000);
    limiter.failed(second, clock.monotonic());
    await end(second);
    await clock.advance(10_000);
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  test('the next one asks after a pause when the one that asked was refused too', async () => {
    const { clock, call, refuse, end, started } = limiterWith();
    const first = await call('a1');
    await refuse(first, { scope: 'all', pauseMs: 1_000 });
    await end(first);
    const second = await call('b1');
    await call('c1');
    await clock.advance(1_000);
    await refuse(second, { scope: 'all', pauseMs: 2_000 });
    await end(second);
    await clock.advance(1_999);
    expect(started).toEqual(['a1', 'b1']);
    await clock.advance(1);
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });
});

describe('where all calls have a limit in common', () => {
  test('a refusal that does not say whom it concerns is of all', async () => {
    const { call, refuse, started } = await taughtLimiter();
    await refuse(await call('a1'), { pauseMs: 5_000 });
    await call('b1');
    expect(started).toEqual(['a1']);
  });

  test('a refusal of single calls is of their bucket', async () => {
    const { clock, again, call, refuse, end, started } = await taughtLimiter();
    const first = await call('a1');
    await refuse(first, { scope: 'call', pauseMs: 5_000 });
    await clock.advance(2_000);
    await again('a1 again', first);
    await refuse(first, { scope: 'call', pauseMs: 5_000 });
    await end(first);
    await call('b1');
    await clock.advance(2_000);
    expect(started).toEqual(['a1', 'a1 again', 'b1']);
  });
});

test('a limiter tells how many buckets it remembers', async () => {
  const { call, limiter } = limiterWith();
  for (const name of ['a1', 'b1', 'b2', 'c1']) await call(name);
  expect(limiter.bucketCount).toBe(3);
});
