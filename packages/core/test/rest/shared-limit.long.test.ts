import { describe, expect, test } from 'vitest';
import { refusalsOfShared, type SharedLimitTerms } from '../support/shared-limit.js';

const all = () => 'all';

describe('four clients that share a token and nothing else', () => {
  const ofOneChannel: readonly [string, SharedLimitTerms][] = [
    ['5 per 5 s', { limit: 5, windowMs: 5_000, tells: 'refusals', channels: 1 }],
    ['5 per 5 s, in whole seconds', { limit: 5, windowMs: 5_000, tells: 'refusals', channels: 1, isRounded: true }],
    ['5 per 5 s, in headers', { limit: 5, windowMs: 5_000, tells: 'always', channels: 1 }],
    ['20 per 10 s', { limit: 20, windowMs: 10_000, tells: 'refusals', channels: 1 }],
    ['20 per 10 s, in headers', { limit: 20, windowMs: 10_000, tells: 'always', channels: 1 }],
    ['50 per 1 s', { limit: 50, windowMs: 1_000, tells: 'refusals', channels: 1, key: all }],
    ['50 per 1 s, in headers', { limit: 50, windowMs: 1_000, tells: 'always', channels: 1, key: all }],
  ];
  test.for(ofOneChannel)(
    'four clients of one token, without Redis, are refused once a worker in any window at most, and use three quarters of the limit: %s of a channel',
    { timeout: 60_000 },
    async ([, terms], { annotate }) => {
      const { most, mean, served } = await refusalsOfShared(terms);
      expect(most).toBeLessThanOrEqual(1);
      expect(served).toBeGreaterThanOrEqual(terms.limit * 40 * 0.75);
      await annotate(`at most ${most} a worker and window, ${mean.toFixed(2)} in the mean`, 'reached');
    },
  );

  const ofAll: readonly [string, SharedLimitTerms][] = [
    ['told by refusals', { limit: 50, windowMs: 1_000, tells: 'refusals', channels: 20, key: all }],
    ['in whole seconds', { limit: 50, windowMs: 1_000, tells: 'refusals', channels: 20, key: all, isRounded: true }],
    ['in headers', { limit: 50, windowMs: 1_000, tells: 'always', channels: 20, key: all }],
    ['with a pace', { limit: 50, windowMs: 1_000, tells: 'refusals', channels: 20, key: all, perSecond: 50 }],
  ];
  test.for(ofAll)(
    'four clients of one token, without Redis, learn of a limit of 50 a second over all channels, which nobody says is one, within a round: 1 refusal a worker and window in the mean, %s',
    { timeout: 60_000 },
    async ([, terms], { annotate }) => {
      const { most, mean, served } = await refusalsOfShared(terms);
      expect(mean).toBeLessThanOrEqual(1);
      expect(served).toBeGreaterThanOrEqual(50 * 40 * 0.7);
      await annotate(`${mean.toFixed(2)} in the mean over 40 windows, ${most} in the first`, 'reached');
    },
  );
});
