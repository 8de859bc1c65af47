import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectAcknowledged } from '../support/acknowledged.js';
import { Child } from '../support/child.js';
import { Folder } from '../support/folder.js';

const kills = 1_000;
const side = 3;
const runsPerFile = 20;

test('#122 a process that is killed 1,000 times while it writes leaves a sound file and loses nothing that was acknowledged', async ({
  annotate,
}) => {
  let acknowledged = 0;

  async function killOften(times: number): Promise<void> {
    for (let left = times; left > 0; left -= runsPerFile) {
      using folder = new Folder();
      for (let run = 0; run < Math.min(left, runsPerFile); run += 1) {
        await using child = new Child('write-on.ts', [folder.url(), String(run)]);
        await child.printed(`${run}.0.0`);
        // Here time is the fault: the program is killed wherever it happens to be.
        await setTimeout(5 + Math.random() * 495);
        child.kill();
        expect(await child.ended()).toBeNull();
        acknowledged += child.lines.length;
        await expectAcknowledged(folder.url(), child.lines);
      }
    }
  }

  const shares = Array.from({ length: side }, (_, n) => Math.floor((kills + n) / side));
  expect(shares.reduce((sum, share) => sum + share)).toBe(kills);
  await Promise.all(shares.map(killOften));
  expect(acknowledged).toBeGreaterThan(kills);
  await annotate(`${kills} kills, ${acknowledged} acknowledged writes, none lost`, 'reached');
}, 3_000_000);
