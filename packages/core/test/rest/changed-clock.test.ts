import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportOf } from '../support/child.js';
import { canFakeTime, fakedTime } from '../support/faked-time.js';

const hourMs = 3_600_000;

interface Wait {
  readonly jumpedMs: number;
  /** What a pause of a second took meanwhile. */
  readonly pauseMs: number;
  readonly waitedMs: readonly number[];
  readonly nextMs: readonly number[];
}

test.skipIf(!canFakeTime)(
  '#54 a process whose clock is set an hour forward and back while it waits waits as long as it was asked to, by 100 ms, and then goes on',
  { timeout: 30_000 },
  async ({ annotate }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'botwright-clock-'));
    const waits = await reportOf<Wait[]>('changed-clock.ts', fakedTime(join(folder.path, 'time')));
    expect(waits.map(({ jumpedMs }) => Math.round(jumpedMs / hourMs))).toEqual([1, -1]);
    expect(Math.min(...waits.flatMap(({ waitedMs }) => waitedMs))).toBeGreaterThanOrEqual(999);
    const worst = Math.max(...waits.flatMap(({ waitedMs, pauseMs }) => waitedMs.map((ms) => ms - pauseMs)));
    expect(worst).toBeLessThanOrEqual(100);
    // After a refusal for too many calls the next one comes a pause later.
    expect(Math.max(...waits.flatMap(({ nextMs }) => nextMs))).toBeLessThanOrEqual(1_500);
    await annotate(`${worst.toFixed(0)} ms too long at most, in 4 waits`, 'reached');
  },
);
