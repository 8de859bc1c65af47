import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { VirtualClock } from '@botwright/clock';
import { expect, test } from 'vitest';
import { openStore, StoreBusy } from '../../src/index.js';
import { Child } from '../support/child.js';
import { Folder } from '../support/folder.js';

const heldMs = 10_000;

// A machine that is busy with other things stops this process too; a store that waits wrongly stops it each time.
test('#125 another process that holds the write lock for 10 s stops the event loop for at most 200 ms, and the write succeeds after it', {
  retry: 2,
  timeout: 30_000,
}, async ({ annotate }) => {
  using folder = new Folder();
  await using store = openStore({ url: folder.url() });
  const one = store.namespace('test/one');
  await one.set('a', 1);

  await using holder = new Child('hold-lock.ts', [store.path, String(heldMs)]);
  await holder.printed('locked');
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const start = performance.now();
  const writing = one.set('a', 2);
  expect(await one.get('a')).toBe(1);
  await writing;
  const waitedMs = performance.now() - start;
  delay.disable();
  const lagMs = delay.max / 1e6;

  expect(waitedMs).toBeGreaterThan(heldMs / 2);
  expect(waitedMs).toBeLessThan(15_000);
  expect(lagMs).toBeLessThanOrEqual(200);
  expect(await one.get('a')).toBe(2);
  await annotate(`longest stop ${lagMs.toFixed(0)} ms, written after ${(waitedMs / 1_000).toFixed(1)} s`, 'reached');
});

test('#125 a lock that is never released refuses a write with STORE_BUSY within 15 s, and loses nothing', async ({
  annotate,
}) => {
  using folder = new Folder();
  const clock = new VirtualClock();
  await using store = openStore({ url: folder.url(), clock });
  const one = store.namespace('test/one');
  await one.set('a', 1);
  const holder = new DatabaseSync(store.path);
  holder.exec('begin exclusive');

  const writing = one.set('a', 2).catch((error: unknown) => error);
  const start = clock.monotonic();
  const late = clock.timerWithin(1_000).then(() => one.set('b', 2).catch((error: unknown) => error));
  await clock.timerWithin(1_000);
  await clock.advance(15_000);
  const [failure, failureOfLate] = await Promise.all([writing, late]);
  expect(failure).toBeInstanceOf(StoreBusy);
  expect(failureOfLate).toBeInstanceOf(StoreBusy);
  expect(clock.monotonic() - start).toBe(15_000);
  holder.exec('rollback');
  holder.close();

  expect(await one.get('a')).toBe(1);
  await one.set('a', 3);
  expect(await one.get('a')).toBe(3);
  await annotate(`refused after ${(failure as StoreBusy).waitedMs} ms`, 'reached');
});
