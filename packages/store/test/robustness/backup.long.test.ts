import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/index.js';
import { collect } from '../support/collect.js';
import { Folder } from '../support/folder.js';

test('#131 a backup under 100 writes a second is sound, lacks nothing acknowledged before it began, and is at most 1 s old', async ({
  annotate,
}) => {
  using folder = new Folder();
  await using store = openStore({ url: folder.url() });
  const written = store.namespace('test/written', z.number());
  await Promise.all(Array.from({ length: 20_000 }, (_, n) => written.set(`old ${n}`, n)));

  const ages: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    let over = false;
    let last = '';
    // Real time is the load here: one write each 10 ms.
    const writeOn = async () => {
      for (let n = 0; !over; n += 1) {
        const key = `round ${round} ${String(n).padStart(6, '0')}`;
        await Promise.all([written.set(key, Date.now()), setTimeout(10)]);
        last = key;
      }
    };
    const writing = writeOn();
    await setTimeout(500);
    const lastBefore = last;
    await store.backup(folder.file(`backup ${round}`));
    const finishedAt = Date.now();
    over = true;
    await writing;

    await using copy = openStore({ url: folder.url(`backup ${round}`) });
    const copied = copy.namespace('test/written', z.number());
    expect(await copied.get(lastBefore)).toBeDefined();
    expect(await collect(copied.entries({ prefix: 'old ' }))).toHaveLength(20_000);
    const newest = (await collect(copied.entries({ prefix: `round ${round} ` }))).at(-1);
    ages.push(finishedAt - (newest?.value ?? 0));
  }
  expect(Math.max(...ages)).toBeLessThanOrEqual(1_000);
  await annotate(`5 backups of 20,000 entries, the oldest ${Math.max(...ages)} ms old`, 'reached');
});
