import { expect } from 'vitest';
import { openStore } from '../../src/index.js';

/**
 * Opens what `write-on.ts` left, which proves the file sound, and looks for each acknowledged write.
 *
 * @param printed - The keys that the program said were acknowledged.
 */
export async function expectAcknowledged(url: string, printed: readonly string[]): Promise<void> {
  await using store = openStore({ url });
  const values = store.namespace('test/values');
  const counts = store.namespace('test/counts');
  const counted = new Map<string, number>();
  for (const key of printed) {
    const [run, writer, n] = key.split('.');
    if (Number(n) % 2 === 0) expect(await values.get(key)).toBe(key);
    else counted.set(`${run}.${writer}`, (counted.get(`${run}.${writer}`) ?? 0) + 1);
  }
  for (const [key, acknowledged] of counted) {
    const count = Number(await counts.get(key));
    // One more may have been committed without the program living to say so; each was counted once.
    expect([acknowledged, acknowledged + 1]).toContain(count);
  }
}
