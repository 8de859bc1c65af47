import { describe, expect, test } from 'vitest';
import { Bucket } from '../../src/rest/bucket.js';
import { BucketMap } from '../../src/rest/bucket-map.js';
import { Line } from '../../src/rest/line.js';
import { Permit } from '../../src/rest/permit.js';
import { Turns } from '../../src/rest/priority.js';
import { Suspicion } from '../../src/rest/suspicion.js';

/** A permit of nobody: a bucket asks nothing of the call. */
const permitIn = (bucket: Bucket, number = 1, rank = 1) => new Permit({} as never, bucket, number, rank);

describe('a line', () => {
  const itemOf = (number: number) => ({ number, before: undefined, behind: undefined }) as Item;
  interface Item {
    readonly number: number;
    before: Item | undefined;
    behind: Item | undefined;
  }
  function lineOf(...numbers: number[]) {
    const line = new Line<Item>();
    const items = new Map(numbers.map((number) => [number, itemOf(number)]));
    for (const item of items.values()) line.enter(item);
    const leave = (number: number) => line.leave(items.get(number) as Item);
    const order = () => {
      const forwards: number[] = [];
      for (let item = line.first; item; item = item.behind) forwards.push(item.number);
      return forwards;
    };
    return { line, order, leave };
  }

  test('stands in the order of the numbers, in whatever order they come', () => {
    expect(lineOf(1, 2, 3).order()).toEqual([1, 2, 3]);
    expect(lineOf(3, 1, 2).order()).toEqual([1, 2, 3]);
    expect(lineOf(2, 3, 1).order()).toEqual([1, 2, 3]);
    expect(lineOf().order()).toEqual([]);
  });

  test('closes behind whoever leaves, first, last or in between', () => {
    for (const [gone, left] of [
      [1, [2, 3, 4]],
      [2, [1, 3, 4]],
      [3, [1, 2, 4]],
    ] as const) {
      const { line, order, leave } = lineOf(1, 2, 3);
      leave(gone);
      line.enter(itemOf(4));
      expect(order()).toEqual(left);
    }
  });

  test('is empty when the last one left, and takes newcomers again', () => {
    const { line, order, leave } = lineOf(1);
    leave(1);
    expect(line.first).toBeUndefined();
    line.enter(itemOf(2));
    line.enter(itemOf(1));
    expect(order()).toEqual([1, 2]);
  });
});

describe('turns', () => {
  test('go to the three priorities as 16 to 4 to 1, the most urgent first', () => {
    const turns = new Turns();
    const given = Array.from({ length: 42 }, () => turns.next(() => true));
    expect([0, 1, 2].map((rank) => given.filter((one) => one === rank).length)).toEqual([32, 8, 2]);
    expect(given.slice(0, 4)).toEqual([0, 0, 1, 0]);
  });

  test('go to those alone that wait, and to nobody where none does', () => {
    const turns = new Turns();
    expect(turns.next(() => false)).toBeUndefined();
    expect(Array.from({ length: 3 }, () => turns.next((rank) => rank === 2))).toEqual([2, 2, 2]);
    const given = Array.from({ length: 10 }, () => turns.next((rank) => rank > 0));
    expect(given.filter((rank) => rank === 1)).toHaveLength(8);
  });
});

describe('a bucket', () => {
  test('lets the next call start at once where there is none, and in its order after the one that has its place', () => {
    const bucket = new Bucket('k', true);
    expect(bucket.waitMs(permitIn(bucket), 0)).toBe(0);
    bucket.places = 1;
    expect(bucket.waitMs(permitIn(bucket), 0)).toBe(Number.POSITIVE_INFINITY);
    const placed = permitIn(bucket);
    placed.hasPlace = true;
    expect(bucket.waitMs(placed, 0)).toBe(0);
  });

  test('without an order lets a call pass one that takes half a second, eight side by side at most', () => {
    const bucket = new Bucket('k', false);
    bucket.places = 1;
    bucket.startedAt = 100;
    expect(bucket.waitMs(permitIn(bucket), 200)).toBe(400);
    expect(bucket.waitMs(permitIn(bucket), 600)).toBe(0);
    bucket.places = 7;
    expect(bucket.waitMs(permitIn(bucket), 600)).toBe(0);
    bucket.places = 8;
    expect(bucket.waitMs(permitIn(bucket), 600)).toBe(Number.POSITIVE_INFINITY);
  });

  test('without an order lets as many go side by side as much is left of what the service told', () => {
    const bucket = new Bucket('k', false);
    bucket.gate.notice({ limit: 100, remaining: 48, resetMs: 60_000 }, 0, 0);
    bucket.places = 2;
    expect(bucket.waitMs(permitIn(bucket), 0)).toBe(0);
    bucket.places = 3;
    expect(bucket.waitMs(permitIn(bucket), 0)).toBe(500);
  });

  test('after a refusal lets one call ask for all', () => {
    const bucket = new Bucket('k', false);
    bucket.gate.refuse(0, 1_000, { saidMs: undefined, notice: undefined, underWay: 0 });
    expect(bucket.waitMs(permitIn(bucket), 400)).toBe(600);
    bucket.underWay = 1;
    expect(bucket.waitMs(permitIn(bucket), 1_000)).toBe(Number.POSITIVE_INFINITY);
    bucket.gate.passed(1_000);
    expect(bucket.waitMs(permitIn(bucket), 1_000)).toBe(0);
  });

  test('takes first whoever has a place, then by priority, each in the order they came', () => {
    const bucket = new Bucket('k', true);
    expect([bucket.peek(), bucket.take(), bucket.isBusy]).toEqual([undefined, undefined, false]);
    const [bulk, second, first, placed] = [
      permitIn(bucket, 1, 2),
      permitIn(bucket, 3, 0),
      permitIn(bucket, 2, 0),
      permitIn(bucket, 4, 2),
    ];
    for (const permit of [bulk, second, first]) bucket.enter(permit);
    expect(bucket).toMatchObject({ waiting: 3, isBusy: true });
    expect([...bucket.waiters()]).toEqual([first, second, bulk]);
    expect(bucket.peek()).toBe(first);
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([first, second, bulk]);
    placed.hasPlace = true;
    bucket.enter(permitIn(bucket, 5, 0));
    bucket.enter(placed);
    expect(bucket.peek()).toBe(placed);
    expect(bucket.take()).toBe(placed);
    expect(bucket.waiting).toBe(1);
  });

  test('is in use while a call has its place', () => {
    const bucket = new Bucket('k', true);
    bucket.places = 1;
    expect(bucket.isBusy).toBe(true);
  });

  test('goes through all who wait also when each leaves as it is looked at', () => {
    const bucket = new Bucket('k', true);
    const permits = [1, 2, 3].map((number) => permitIn(bucket, number));
    for (const permit of permits) bucket.enter(permit);
    const seen: Permit[] = [];
    for (const permit of bucket.waiters()) {
      seen.push(permit);
      bucket.leave(permit);
    }
    expect(seen).toEqual(permits);
    expect(bucket.waiting).toBe(0);
  });
});

describe('the buckets that are remembered', () => {
  const fill = (map: BucketMap, from: number, count: number) => {
    for (let index = from; index < from + count; index += 1) map.get(`k${index}`, true);
  };

  test('are the same for the same key, and stay while they are asked for', () => {
    const map = new BucketMap();
    const bucket = map.get('mine', true);
    for (let round = 0; round < 5; round += 1) {
      fill(map, round * 4_000, 4_000);
      expect(map.get('mine', true)).toBe(bucket);
    }
    expect(map.size).toBeLessThanOrEqual(10_001);
  });

  test('are forgotten when nobody asked for them since the sweep before, unless they are in use', () => {
    const map = new BucketMap();
    const [idle, busy] = [map.get('idle', true), map.get('busy', true)];
    busy.places = 1;
    fill(map, 0, 15_000);
    expect([...map.values()]).toContain(busy);
    expect([...map.values()]).not.toContain(idle);
    expect(map.get('busy', true)).toBe(busy);
    expect(map.get('idle', true)).not.toBe(idle);
    expect(map.size).toBe([...map.values()].length);
    expect(map.size).toBeLessThanOrEqual(10_002);
  });
});

describe('refusals of several buckets', () => {
  function bucketAfter(served: number): Bucket {
    const bucket = new Bucket('k', true);
    for (let request = 0; request < served; request += 1) bucket.gate.passed(0);
    return bucket;
  }
  function suspicionOf(...served: number[]) {
    const suspicion = new Suspicion();
    const buckets = served.map(bucketAfter);
    for (const bucket of buckets) suspicion.refused(bucket, 100);
    return { suspicion, buckets };
  }

  test.for([
    [[0, 0, 0], true],
    [[2, 2, 3], true],
    [[2, 2, 2], false],
    [[1, 2], false],
    [[0, 0], false],
    [[], false],
  ] as const)('that had served %j are about one limit of all: %s', ([served, isFounded]) => {
    expect(suspicionOf(...served).suspicion.isFounded).toBe(isFounded);
  });

  test('count each bucket once, by what it had served at its first refusal within a minute', () => {
    const { suspicion, buckets } = suspicionOf(2, 2, 2);
    buckets[0]?.gate.passed(100);
    if (buckets[0]) suspicion.refused(buckets[0], 200);
    expect(suspicion.isFounded).toBe(false);
    const late = new Suspicion();
    for (const served of [2, 2, 2]) late.refused(bucketAfter(served), 60_000);
    expect(late.isFounded).toBe(true);
  });

  test('are about one limit where a bucket was told of a limit that was not reached', () => {
    const { suspicion } = suspicionOf(2, 2);
    const told = bucketAfter(0);
    told.gate.notice({ limit: 10, remaining: undefined, resetMs: 1_000 }, 0, 0);
    for (let request = 0; request < 2; request += 1) told.gate.passed(90);
    told.gate.refuse(100, 1_000, { saidMs: 1_000, notice: undefined, underWay: 0 });
    suspicion.refused(told, 100);
    expect(suspicion.isFounded).toBe(true);
  });

  test('are forgotten once a request is let through that began after the first of them', () => {
    const { suspicion, buckets } = suspicionOf(0, 0, 0);
    suspicion.passed(100);
    expect(suspicion.isFounded).toBe(true);
    suspicion.passed(101);
    expect(suspicion.isFounded).toBe(false);
    for (const bucket of buckets) suspicion.refused(bucket, 200);
    suspicion.passed(150);
    expect(suspicion.settle()).toEqual(buckets);
    expect(suspicion.settle()).toEqual([]);
  });
});
