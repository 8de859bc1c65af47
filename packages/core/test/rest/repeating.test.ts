import { operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { TransportFailed, VirtualClock } from '../../src/index.js';
import { isTurnedDown, mayHaveHappened, type Outcome, retryDelayMs } from '../../src/rest/retry.js';
import { RetryBudget } from '../../src/rest/retry-budget.js';
import { Stalled } from '../../src/rest/stalled.js';

const now = Date.UTC(2026, 0, 1);
const read = operations.getChannelMessageById;
const create = operations.createChannelMessage;
/** Sets a thing, so that saying it twice does no more. */
const set = operations.updateChannelMessage;
const remove = operations.deleteChannelMessage;

const answered = (status: number, headers = {}): Outcome => ({ status, headers, body: '' });
const busy = answered(503, { 'retry-after': '3' });
const delay = (operation: typeof read | typeof create | typeof set | typeof remove, outcome: Outcome, attempts = 1) =>
  retryDelayMs(operation, outcome, { attempts, now, random: 0 });

describe('a request is repeated', () => {
  test('three times, after half a second and twice as long each time, with some chance in it', () => {
    expect([1, 2, 3, 4].map((attempts) => delay(read, answered(500), attempts))).toEqual([
      500,
      1_000,
      2_000,
      undefined,
    ]);
    expect(retryDelayMs(read, answered(500), { attempts: 2, now, random: 1 })).toBe(1_500);
  });

  test('when the service says that it may, and not before', () => {
    expect(delay(create, busy)).toBe(3_000);
    expect(delay(create, busy, 4)).toBeUndefined();
    expect(delay(read, answered(503, { 'retry-after': '0.1' }))).toBe(500);
  });

  test.for([
    [500, 500, undefined],
    [501, undefined, undefined],
    [502, 500, undefined],
    [503, 500, undefined],
    [504, 500, undefined],
    [505, undefined, undefined],
    [404, undefined, undefined],
    [200, undefined, undefined],
  ] as const)('after %i in %s ms where it reads or removes, in %s ms where it makes', ([status, reads, makes]) => {
    expect(delay(read, answered(status))).toBe(reads);
    expect(delay(remove, answered(status))).toBe(reads);
    expect(delay(create, answered(status))).toBe(makes);
  });

  test('that sets something after what a proxy says alone', () => {
    const statuses = [500, 501, 502, 503, 504].filter((status) => delay(set, answered(status)) !== undefined);
    expect(statuses).toEqual(set.repeatable ? [502, 503] : []);
  });

  test('after a broken connection where it does no harm, and not after a stalled one', () => {
    const [unsent, broken] = [new TransportFailed('no', new Error()), new TransportFailed('unknown', new Error())];
    const stalled = new TransportFailed('no', new Stalled('connect'));
    expect([delay(read, unsent), delay(read, broken), delay(read, stalled)]).toEqual([500, 500, undefined]);
    expect([delay(create, unsent), delay(create, broken), delay(create, stalled)]).toEqual([500, undefined, undefined]);
  });
});

describe('a change may have happened', () => {
  test.for([
    [200, false],
    [404, false],
    [499, false],
    [500, true],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
  ] as const)('after %i: %s', ([status, may]) => {
    expect(mayHaveHappened(create, answered(status))).toBe(may);
    expect(mayHaveHappened(read, answered(status))).toBe(false);
  });

  test('after a broken connection, unless nothing was sent or the service was too busy', () => {
    expect(mayHaveHappened(create, new TransportFailed('unknown', new Error()))).toBe(true);
    expect(mayHaveHappened(create, new TransportFailed('no', new Error()))).toBe(false);
    expect(mayHaveHappened(create, busy)).toBe(false);
    expect(mayHaveHappened(create, answered(502, { 'retry-after': '3' }))).toBe(true);
  });
});

test('a request was turned down by 502 and 503, and by nothing else', () => {
  expect([500, 502, 503, 504].map((status) => isTurnedDown(answered(status)))).toEqual([false, true, true, false]);
  expect(isTurnedDown(new TransportFailed('no', new Error()))).toBe(false);
});

describe('what may be repeated', () => {
  const takeAll = (budget: RetryBudget) => {
    let taken = 0;
    while (budget.take()) taken += 1;
    return taken;
  };

  test('is sixty requests at once, and then one a second', async () => {
    const clock = new VirtualClock();
    await clock.advance(5_000);
    const budget = new RetryBudget(clock);
    expect(takeAll(budget)).toBe(60);
    await clock.advance(999);
    expect(takeAll(budget)).toBe(0);
    await clock.advance(1);
    expect(takeAll(budget)).toBe(1);
    await clock.advance(3_600_000);
    expect(takeAll(budget)).toBe(60);
  });

  test('is one in ten calls besides, and never more than sixty', () => {
    const budget = new RetryBudget(new VirtualClock());
    for (let call = 0; call < 1_000; call += 1) budget.earn();
    expect(takeAll(budget)).toBe(60);
    for (let call = 0; call < 9; call += 1) budget.earn();
    expect(takeAll(budget)).toBe(0);
    for (let call = 0; call < 12; call += 1) budget.earn();
    expect(takeAll(budget)).toBe(2);
  });
});
