import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What this process holds, in bytes. */
export interface Census {
  readonly resident: number;
  readonly heap: number;
}

export async function takeCensus(): Promise<Census> {
  await nextTurn();
  collectGarbage();
  const { rss: resident, heapUsed: heap } = process.memoryUsage();
  return { resident, heap };
}

/** V8 gives its young objects more room when many of them survive; before it has, memory tells of V8, not of bots. */
export function growYoungGeneration(): void {
  for (let round = 0; round < 20; round += 1) {
    const survivors = Array.from({ length: 150_000 }, (_, index) => ({ index }));
    survivors.length = 0;
  }
  collectGarbage();
}

/** By how many percent a figure lies at most above or below what it was in the first census. */
export function largestChange(figure: keyof Census, [first, ...later]: readonly Census[]): number {
  return Math.max(...later.map((census) => Math.abs(census[figure] / (first?.[figure] ?? 0) - 1) * 100));
}

const patienceMs = 60_000;

/** Waits, turn by turn, for something to become true. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`in vain: ${condition}`);
    await nextTurn();
  }
}

/** What each census found, in MiB. */
export function inMebibytes(figure: keyof Census, censuses: readonly Census[]): string {
  return censuses.map((census) => (census[figure] / 2 ** 20).toFixed(0)).join(' ');
}
