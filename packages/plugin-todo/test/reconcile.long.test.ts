import fc from 'fast-check';
import { test } from 'vitest';
import { histories } from './support/edit-history.js';
import { expectNothingLost } from './support/expect-nothing-lost.js';

test('#105 10,000 random histories of edits on both sides converge within two syncs and lose nothing', async () => {
  await fc.assert(fc.asyncProperty(histories, expectNothingLost), { numRuns: 10_000 });
});
