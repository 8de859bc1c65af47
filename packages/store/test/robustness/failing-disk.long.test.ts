import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectAcknowledged } from '../support/acknowledged.js';
import { Child } from '../support/child.js';
import { Folder } from '../support/folder.js';
import { canTrace } from '../support/strace.js';

const writes = 5;
const syscalls = ['fsync', 'fdatasync', 'pwrite64'];

/** Runs a workload during which one system call goes wrong; false when the workload was over before it. */
async function runWith(syscall: string, fault: string, when: number): Promise<boolean> {
  using folder = new Folder();
  const trace = folder.file('trace');
  const inject = `inject=${syscall}:${fault}:when=${when}`;
  const before = ['strace', '-f', '-e', `trace=${syscall}`, '-e', inject, '-o', trace];
  await using child = new Child('write-on.ts', [folder.url(), 'run', String(writes)], { before });
  const code = await child.ended();
  const log = readFileSync(trace, 'utf8');
  const happened = /INJECTED|killed by SIGKILL/.test(log);
  // A failed checkpoint at closing fails no write: the log still holds all of it.
  if (child.lines.length < writes) expect(code).not.toBe(0);
  if (happened || code === 0) await expectAcknowledged(folder.url(), child.lines);
  return happened;
}

/** Every point of the workload at which the call is made, one run each. */
async function atEveryPoint(fault: string): Promise<number> {
  let points = 0;
  for (const syscall of syscalls) {
    for (let when = 1; await runWith(syscall, fault, when); when += 1) points += 1;
  }
  return points;
}

describe.skipIf(!canTrace)('a disk that fails', () => {
  test.for(['EIO', 'ENOSPC'])(
    '#124 no write is acknowledged whose sync or write to the disk failed with %s, and none is lost that was',
    { timeout: 1_800_000 },
    async (fault, { annotate }) => {
      const points = await atEveryPoint(`error=${fault}`);
      expect(points).toBeGreaterThan(20);
      await annotate(`${points} points of failure`, 'reached');
    },
  );

  test('a process that is killed at each write to the disk, the first opening included, leaves a file that opens with all that was acknowledged', async () => {
    const points = await atEveryPoint('signal=KILL');
    expect(points).toBeGreaterThan(20);
  }, 1_800_000);
});
