import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Child } from '../support/child.js';
import { Folder } from '../support/folder.js';
import { canTrace } from '../support/strace.js';

const commits = 20;

test.skipIf(!canTrace)(
  '#130 at least one sync to the disk stands before each acknowledgement',
  async ({ annotate }) => {
    using folder = new Folder();
    const trace = folder.file('trace');
    const before = ['strace', '-f', '-e', 'trace=write,fsync,fdatasync', '-o', trace];
    await using child = new Child('write-on.ts', [folder.url(), 'run', String(commits)], { before });
    expect(await child.ended()).toBe(0);

    const syncs: number[] = [];
    let since = 0;
    for (const line of readFileSync(trace, 'utf8').split('\n')) {
      if (/\b(fsync|fdatasync)(\(\d+\)| resumed>.*)\s+= 0/.test(line)) since += 1;
      if (!/\bwrite\(1, "run\./.test(line)) continue;
      syncs.push(since);
      since = 0;
    }
    expect(syncs).toHaveLength(commits);
    expect(Math.min(...syncs)).toBeGreaterThanOrEqual(1);
    await annotate(`at least ${Math.min(...syncs)} a commit, in ${commits} commits`, 'reached');
  },
  30_000,
);
