import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { type Dated, Deadlines } from '../../src/rest/deadlines.js';

interface Item extends Dated {
  dueAt: number;
}

function watching() {
  const clock = new VirtualClock();
  const deadlines = new Deadlines<Item>(clock);
  const expired: string[] = [];
  const item = (name: string, dueAt: number): Item => {
    const made: Item = {
      dueAt,
      place: -1,
      expire: () => {
        expired.push(`${name} at ${clock.monotonic()}`);
        deadlines.unwatch(made);
      },
    };
    deadlines.watch(made);
    return made;
  };
  return { clock, deadlines, expired, item };
}

test('each of what is watched expires at its time, whatever the order, and one timer serves all', async () => {
  const { clock, deadlines, expired, item } = watching();
  item('late', 300);
  item('early', 100);
  item('middle', 200);
  item('never', Number.POSITIVE_INFINITY);
  expect([deadlines.size, clock.pending]).toEqual([4, 1]);
  await clock.advance(1_000);
  expect(expired).toEqual(['early at 100', 'middle at 200', 'late at 300']);
  expect([deadlines.size, clock.pending]).toEqual([1, 0]);
});

test('what is given more time expires at the later one', async () => {
  const { clock, expired, item } = watching();
  item('patient', 100).dueAt = 250;
  item('other', 150);
  await clock.advance(249);
  expect(expired).toEqual(['other at 150']);
  await clock.advance(1);
  expect(expired).toEqual(['other at 150', 'patient at 250']);
});

test('what is given less time and watched again expires at the earlier one, and is watched once', async () => {
  const { clock, deadlines, expired, item } = watching();
  const hasty = item('hasty', 300);
  hasty.dueAt = 50;
  deadlines.watch(hasty);
  expect(deadlines.items()).toEqual([hasty]);
  await clock.advance(1_000);
  expect(expired).toEqual(['hasty at 50']);
});

test('what is no longer watched does not expire, and the others keep their places', async () => {
  const { clock, deadlines, expired, item } = watching();
  const [first, second, third] = [item('first', 100), item('second', 200), item('third', 300)];
  deadlines.unwatch(first);
  deadlines.unwatch(first);
  expect(first.place).toBe(-1);
  expect(deadlines.items().map(({ place }) => place)).toEqual([0, 1]);
  expect(new Set(deadlines.items())).toEqual(new Set([second, third]));
  deadlines.unwatch(third);
  expect(deadlines.items()).toEqual([second]);
  await clock.advance(1_000);
  expect(expired).toEqual(['second at 200']);
});

test('the last one that goes takes the timer with it, and the next one that comes gets one of its own', async () => {
  const { clock, deadlines, expired, item } = watching();
  deadlines.unwatch(item('gone', 100));
  expect(clock.pending).toBe(0);
  item('next', 200);
  await clock.advance(200);
  expect(expired).toEqual(['next at 200']);
});

test('the timer is spared when nothing has a time, and only then', async () => {
  const { clock, deadlines, expired, item } = watching();
  const [paused, running] = [item('paused', 100), item('running', 200)];
  paused.dueAt = Number.POSITIVE_INFINITY;
  deadlines.spare();
  expect(clock.pending).toBe(1);
  running.dueAt = Number.POSITIVE_INFINITY;
  deadlines.spare();
  expect(clock.pending).toBe(0);
  running.dueAt = 300;
  deadlines.watch(running);
  await clock.advance(1_000);
  expect(expired).toEqual(['running at 300']);
});

test('several that are due at once expire together', async () => {
  const { clock, expired, item } = watching();
  item('one', 100);
  item('other', 100);
  item('overdue', 40);
  await clock.advance(100);
  expect(expired).toEqual(['overdue at 40', 'one at 100', 'other at 100']);
});
