import { describe, expect, test } from 'vitest';
import { Cancellation } from '../src/cancellation.js';

const reason = new Error('enough');

function follower() {
  const reasons: unknown[] = [];
  return { reasons, abort: (given: unknown) => reasons.push(given) };
}

describe('a cancellation', () => {
  test('tells those who follow it, and nobody who left', () => {
    const cancellation = new Cancellation();
    const [staying, leaving] = [follower(), follower()];
    cancellation.follow(staying);
    cancellation.follow(leaving);
    cancellation.unfollow(leaving);
    cancellation.abort(reason);
    cancellation.abort(new Error('again'));
    expect([staying.reasons, leaving.reasons]).toEqual([[reason], []]);
    expect(cancellation.reason).toBe(reason);
    expect(() => cancellation.throwIfAborted()).toThrow(reason);
  });

  test('tells whoever comes too late at once', () => {
    const cancellation = new Cancellation();
    cancellation.abort(reason);
    const late = follower();
    cancellation.follow(late);
    expect(late.reasons).toEqual([reason]);
  });

  test.each(['before', 'after'])('has a signal that was asked for %s it was given up', (when) => {
    const cancellation = new Cancellation();
    if (when === 'before') expect(cancellation.signal.aborted).toBe(false);
    cancellation.abort(reason);
    expect(cancellation.signal.aborted).toBe(true);
    expect(cancellation.signal.reason).toBe(reason);
    expect(cancellation.signal).toBe(cancellation.signal);
  });
});
