import { describe, expect, test } from 'vitest';
import { Gate, type Said } from '../../src/rest/gate.js';

/** What a refusal said, by default nothing. */
const said = (saidMs?: number, more: Partial<Said> = {}): Said => ({
  saidMs,
  notice: undefined,
  underWay: 0,
  ...more,
});

/** A gate through which so many requests have come, all at one time. */
function gateAfter(served: number, at = 0, learnsFrom = 1): Gate {
  const gate = new Gate({ learnsFrom });
  serve(gate, served, at);
  return gate;
}

function serve(gate: Gate, count: number, at: number): void {
  for (let request = 0; request < count; request += 1) gate.passed(at);
}

/** The same with a limit that the service told. */
function toldGate(limit: number, windowMs: number): Gate {
  const gate = new Gate({ learnsFrom: 1 });
  gate.notice({ limit, remaining: undefined, resetMs: windowMs }, 0, 0);
  return gate;
}

const learnt = ({ learnt: window }: Gate) => window && { limit: window.limit, windowMs: window.windowMs };

describe('a gate of which nothing is known', () => {
  test('lets everything through, one at a time', () => {
    const gate = new Gate({ learnsFrom: 1 });
    expect(gate.start(0)).toBeUndefined();
    expect(gate).toMatchObject({ isShared: false, learnt: undefined, strikes: 0 });
    expect([gate.waitMs(0), gate.breadth(0)]).toEqual([0, 1]);
  });

  test('is shut for the pause of a refusal, ten minutes at most', () => {
    const gate = new Gate({ learnsFrom: 1 });
    gate.refuse(1_000, 2_000, said());
    expect(gate).toMatchObject({ strikes: 1, refusedSince: 1_000, pausedUntil: 3_000, learnt: undefined });
    expect([gate.waitMs(1_000), gate.waitMs(2_999), gate.waitMs(3_000)]).toEqual([2_000, 1, 0]);
    gate.refuse(1_500, 100, said());
    expect(gate).toMatchObject({ strikes: 2, refusedSince: 1_000, pausedUntil: 3_000 });
    gate.refuse(2_000, 1e9, said());
    expect(gate.pausedUntil).toBe(602_000);
    gate.passed(2_500);
    expect(gate.strikes).toBe(0);
  });
});

describe('a limit that refusals teach', () => {
  test('is kept from then on, what went out lately counted', () => {
    const gate = gateAfter(5);
    gate.refuse(10, 4_990, said(4_990));
    expect(learnt(gate)).toEqual({ limit: 5, windowMs: 5_000 });
    expect([gate.waitMs(10), gate.waitMs(5_000)]).toEqual([4_990, 0]);
    for (let request = 0; request < 5; request += 1) gate.start(5_000);
    expect(gate.waitMs(5_000)).toBe(6_000);
  });

  test('is forgotten an hour after it, and one of two requests or fewer after ten minutes', () => {
    const many = gateAfter(3);
    many.refuse(10, 4_990, said(4_990));
    many.waitMs(3_600_009);
    expect(learnt(many)).toEqual({ limit: 3, windowMs: 5_000 });
    expect([many.waitMs(3_600_010), many.learnt]).toEqual([0, undefined]);
    const few = gateAfter(2);
    few.refuse(10, 4_990, said(4_990));
    few.waitMs(600_009);
    expect(learnt(few)).toEqual({ limit: 2, windowMs: 5_000 });
    few.waitMs(600_010);
    expect(few.learnt).toBeUndefined();
  });

  test('is narrowed where it was kept and is refused all the same', () => {
    const gate = gateAfter(5);
    gate.refuse(10, 4_990, said(4_990));
    serve(gate, 5, 5_000);
    gate.refuse(5_010, 4_990, said(4_990));
    expect(learnt(gate)).toEqual({ limit: 3, windowMs: 5_000 });
  });

  test('gives way to a narrower one that is taught later', () => {
    const gate = gateAfter(5);
    gate.refuse(10, 990, said(990));
    expect(learnt(gate)).toEqual({ limit: 5, windowMs: 1_000 });
    serve(gate, 2, 100_000);
    gate.refuse(100_010, 9_990, said(9_990));
    expect(learnt(gate)).toEqual({ limit: 2, windowMs: 10_000 });
  });

  test('is not taught again by what was under way at the same time', () => {
    const gate = gateAfter(4);
    gate.refuse(10, 4_990, said(4_990));
    gate.refuse(20, 4_980, said(4_980));
    expect(learnt(gate)).toEqual({ limit: 4, windowMs: 5_000 });
  });

  test('is taught by a second refusal where one may have many reasons, and by the first where it is certain', () => {
    const gate = gateAfter(4, 0, 2);
    gate.refuse(10, 4_990, said(4_990));
    expect(gate.learnt).toBeUndefined();
    serve(gate, 4, 5_000);
    gate.refuse(5_010, 4_990, said(4_990));
    expect(learnt(gate)).toEqual({ limit: 4, windowMs: 5_000 });
    const certain = gateAfter(4, 0, 2);
    certain.refuse(10, 4_990, said(4_990, { isCertain: true }));
    expect(learnt(certain)).toEqual({ limit: 4, windowMs: 5_000 });
  });

  test('is not taught by a refusal that names no time', () => {
    const gate = gateAfter(4);
    gate.refuse(10, 1_000, said());
    expect(gate.learnt).toBeUndefined();
  });
});

describe('where nothing had been let through that it could be learnt from', () => {
  test('it begins with one request in the time of the pause, and doubles until nothing is left to guess', () => {
    const gate = new Gate({ learnsFrom: 1 });
    gate.refuse(0, 2_000, said(2_000));
    const limits: (number | undefined)[] = [];
    for (const now of [3_999, 4_000, 6_000, 8_000, 10_000, 12_000, 13_999, 14_000]) {
      gate.waitMs(now);
      limits.push(gate.learnt?.limit);
    }
    expect(limits).toEqual([1, 2, 4, 8, 16, 32, 32, undefined]);
  });

  test('that time is a second at least, and ten at most', () => {
    for (const [pauseMs, windowMs] of [
      [100, 1_000],
      [5_000, 5_000],
      [60_000, 10_000],
    ] as const) {
      const gate = new Gate({ learnsFrom: 1 });
      gate.refuse(0, pauseMs, said(pauseMs));
      expect(learnt(gate)).toEqual({ limit: 1, windowMs });
    }
  });

  test('a guess gives way to what a refusal teaches, which is not doubled', () => {
    const gate = new Gate({ learnsFrom: 1 });
    gate.refuse(0, 1_000, said(1_000));
    gate.passed(1_000);
    gate.refuse(1_010, 4_990, said(4_990));
    expect(learnt(gate)).toEqual({ limit: 1, windowMs: 5_000 });
    gate.waitMs(601_010);
    expect(gate.learnt).toBeUndefined();
  });
});

describe('a limit that the service tells', () => {
  test('is kept: what is left now, and the whole of it in any window later', () => {
    const gate = new Gate({ learnsFrom: 1 });
    gate.notice({ limit: 5, remaining: 3, resetMs: 1_000 }, 0, 1);
    gate.start(0);
    expect(gate.waitMs(0)).toBe(0);
    gate.start(0);
    expect([gate.waitMs(10), gate.waitMs(1_000)]).toEqual([990, 0]);
    for (let request = 0; request < 3; request += 1) gate.start(1_000);
    expect(gate.waitMs(1_000)).toBe(1_000);
    expect(gate.learnt).toBeUndefined();
  });

  test('says nothing without a time, and no more than what is left without a number', () => {
    const gate = new Gate({ learnsFrom: 1 });
    gate.notice({ limit: 1, remaining: 0, resetMs: undefined }, 0, 0);
    expect([gate.waitMs(0), gate.start(0)]).toEqual([0, undefined]);
    gate.notice({ limit: undefined, remaining: 0, resetMs: 500 }, 0, 0);
    expect([gate.waitMs(0), gate.waitMs(500), gate.breadth(0)]).toEqual([500, 0, 1]);
    expect(gate.start(500)).toBeUndefined();
  });

  test('is the same where the time that is left of it is shorter, and another where it is longer', () => {
    const gate = toldGate(2, 1_000);
    gate.start(0);
    gate.start(0);
    gate.notice({ limit: 2, remaining: undefined, resetMs: 1_010 }, 0, 0);
    expect(gate.waitMs(0)).toBe(2_000);
    gate.notice({ limit: 2, remaining: undefined, resetMs: 600 }, 0, 0);
    expect(gate.waitMs(0)).toBe(2_000);
    gate.passed(0);
    gate.passed(0);
    gate.notice({ limit: 2, remaining: undefined, resetMs: 3_000 }, 0, 0);
    expect(gate.waitMs(0)).toBe(3_000);
    gate.notice({ limit: 3, remaining: undefined, resetMs: 3_000 }, 0, 0);
    expect(gate.waitMs(0)).toBe(0);
  });

  test('lets a sixteenth of what is left go side by side, eight at most', () => {
    const gate = new Gate({ learnsFrom: 1 });
    const breadthWith = (remaining: number) => {
      gate.notice({ limit: 1_000, remaining, resetMs: 1_000 }, 0, 0);
      return gate.breadth(0);
    };
    expect([15, 31, 32, 64, 128, 1_000].map(breadthWith)).toEqual([1, 1, 2, 4, 8, 8]);
    breadthWith(0);
    expect([gate.breadth(999), gate.breadth(1_000)]).toEqual([1, 8]);
    expect(toldGate(1_000, 1_000).breadth(0)).toBe(8);
  });

  test('is what lets requests go side by side: a limit that was taught, or that others use too, does not', () => {
    const taught = gateAfter(100);
    taught.refuse(10, 4_990, said(4_990));
    const shared = toldGate(1_000, 1_000);
    serve(shared, 100, 0);
    shared.refuse(500, 500, said(500));
    expect(taught.learnt?.limit).toBe(100);
    expect(shared.learnt?.limit).toBe(100);
    expect([taught.breadth(6_000), shared.breadth(6_000)]).toEqual([1, 1]);
  });

  test('takes the place of what refusals taught', () => {
    const gate = gateAfter(3);
    gate.refuse(10, 4_990, said(4_990));
    gate.notice({ limit: 50, remaining: undefined, resetMs: 1_000 }, 10, 0);
    expect(gate.learnt).toBeUndefined();
  });

  test('of very many is kept as the same rate over a shorter time', () => {
    const gate = toldGate(2_000, 1_000);
    gate.passed(0);
    gate.refuse(10, 1_000, said());
    expect(learnt(gate)).toEqual({ limit: 1, windowMs: 500 });
    const most = toldGate(1_000, 1_000);
    most.refuse(10, 1_000, said());
    expect(learnt(most)).toEqual({ limit: 1, windowMs: 1_000 });
  });

  test('with a refusal counts at once', () => {
    const gate = new Gate({ learnsFrom: 1 });
    gate.refuse(0, 100, said(100, { notice: { limit: 5, remaining: 2, resetMs: 1_000 }, underWay: 2 }));
    expect([gate.waitMs(0), gate.waitMs(999), gate.waitMs(1_000)]).toEqual([1_000, 1, 0]);
  });
});

describe('a limit that others use too', () => {
  /** Told ten a second, and refused after three of them. */
  function sharedGate(): Gate {
    const gate = toldGate(10, 1_000);
    serve(gate, 3, 0);
    gate.refuse(500, 500, said(500));
    return gate;
  }

  test('is known by a refusal after fewer than were told, and what was let through is the share', () => {
    const gate = sharedGate();
    expect(gate).toMatchObject({ isShared: true });
    expect(learnt(gate)).toEqual({ limit: 3, windowMs: 1_000 });
    expect(gate.breadth(2_000)).toBe(1);
  });

  test('counts only what was let through within its window', () => {
    const gate = toldGate(10, 1_000);
    serve(gate, 5, 0);
    serve(gate, 2, 600);
    gate.refuse(1_500, 500, said(500));
    expect(learnt(gate)).toEqual({ limit: 2, windowMs: 1_000 });
    const unused = toldGate(10, 1_000);
    unused.refuse(1_500, 500, said(500));
    expect(learnt(unused)).toEqual({ limit: 1, windowMs: 1_000 });
  });

  test('is not one where all that was told had been used', () => {
    const gate = toldGate(10, 1_000);
    serve(gate, 10, 0);
    gate.refuse(500, 500, said(500));
    expect(gate).toMatchObject({ isShared: false, learnt: undefined });
  });

  test('leaves a smaller share when that is refused again', () => {
    const gate = sharedGate();
    gate.passed(2_000);
    gate.refuse(2_500, 500, said(500));
    expect(learnt(gate)).toEqual({ limit: 2, windowMs: 1_000 });
  });

  test('leaves one more after each ten windows without a refusal, up to all of it', () => {
    const gate = sharedGate();
    gate.passed(10_500);
    expect(gate.learnt?.limit).toBe(3);
    gate.passed(10_501);
    expect(gate.learnt?.limit).toBe(4);
    gate.passed(20_501);
    expect(gate.learnt?.limit).toBe(4);
    gate.passed(20_502);
    expect(learnt(gate)).toEqual({ limit: 5, windowMs: 1_000 });
    for (let limit = 6; limit < 10; limit += 1) gate.passed(20_502 + (limit - 5) * 10_001);
    expect(gate).toMatchObject({ isShared: true, learnt: { limit: 9 } });
    gate.passed(200_000);
    expect(gate).toMatchObject({ isShared: false, learnt: undefined });
  });

  test('stays one while the service tells the same', () => {
    const gate = sharedGate();
    gate.notice({ limit: 10, remaining: undefined, resetMs: 900 }, 600, 0);
    expect(gate.isShared).toBe(true);
    gate.notice({ limit: 20, remaining: undefined, resetMs: 1_000 }, 600, 0);
    expect(gate.isShared).toBe(false);
  });
});

describe('a pardoned gate', () => {
  test('is open at once, and has forgotten what it was told and taught', () => {
    const gate = gateAfter(5);
    gate.refuse(10, 4_990, said(4_990));
    gate.notice({ limit: undefined, remaining: 0, resetMs: 60_000 }, 10, 0);
    gate.pardon();
    expect(gate).toMatchObject({ strikes: 0, pausedUntil: 0, learnt: undefined });
    expect(gate.waitMs(10)).toBe(0);
    const told = toldGate(1_000, 1_000);
    told.pardon();
    expect(told.breadth(0)).toBe(1);
    serve(told, 2, 0);
    told.refuse(10, 4_990, said(4_990));
    expect(told).toMatchObject({ isShared: false });
    expect(learnt(told)).toEqual({ limit: 2, windowMs: 5_000 });
  });

  test('begins anew to count the refusals from which it learns', () => {
    const gate = gateAfter(4, 0, 2);
    gate.refuse(10, 4_990, said(4_990));
    gate.pardon();
    gate.refuse(20, 4_980, said(4_980));
    expect(gate.learnt).toBeUndefined();
  });

  test('keeps what it had to keep from the start', () => {
    const gate = new Gate({ own: { limit: 2, windowMs: 1_000 }, learnsFrom: 2 });
    expect(gate.learnt).toBeUndefined();
    for (let round = 0; round < 2; round += 1) {
      gate.start(0);
      gate.start(0);
      expect(gate.waitMs(0)).toBe(2_000);
      gate.pardon();
      expect(gate.waitMs(0)).toBe(0);
    }
  });
});
