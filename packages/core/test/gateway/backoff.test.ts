import { describe, expect, test } from 'vitest';
import { Backoff } from '../../src/gateway/backoff.js';

describe('backoff', () => {
  const simulations = 1_000;
  const failures = 20;

  test('#13 full jitter, doubled up to 60 s: 1,000 simulations of 20 failures stay within 15 % of the mean that theory says', async ({
    annotate,
  }) => {
    const sums = new Array<number>(failures).fill(0);
    for (let simulation = 0; simulation < simulations; simulation += 1) {
      const backoff = new Backoff();
      for (let failure = 0; failure < failures; failure += 1) {
        const pause = backoff.next();
        const limit = Math.min(60_000, 1_000 * 2 ** failure);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThanOrEqual(limit);
        sums[failure] = (sums[failure] ?? 0) + pause;
      }
    }
    const shares = sums.map((sum, failure) => sum / simulations / (Math.min(60_000, 1_000 * 2 ** failure) / 2));
    for (const share of shares) expect(Math.abs(share - 1)).toBeLessThan(0.15);
    await annotate(`${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)} of theory`, 'reached');
  });

  test('#13 the limit doubles from 1 s to 60 s, and is 1 s again after a reset', async ({ annotate }) => {
    const backoff = new Backoff(() => 1);
    const pauses = Array.from({ length: 8 }, () => backoff.next());
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    backoff.reset();
    expect(backoff.next()).toBe(1_000);
    await annotate(`${pauses.join(', ')} ms, then 1000 ms`, 'reached');
  });
});
