import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Frees what nobody holds any more. */
export const collectGarbage: () => void = runInNewContext('gc');

const sampleEveryMs = 5;

/** How far the memory of the process rose above its level at the start while something went on, in MiB. */
export async function memoryGrowth(work: () => Promise<void>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage.rss();
  let highest = before;
  const look = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(look, sampleEveryMs);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return (highest - before) / 2 ** 20;
}
