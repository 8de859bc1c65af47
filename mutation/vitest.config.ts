import base from '../vitest.config.ts';
import { keptWorker } from './kept-worker.ts';
import { LikelyFirst } from './likely-first.ts';

/**
 * The tests that a changed transport has to fail. They are run thousands of times, until the first that fails:
 * so one thread stays for many runs, what is likely to fail comes first, slow tests are left out, and one that hangs is
 * given up soon.
 */
export default {
  ...base,
  plugins: [keptWorker],
  test: {
    setupFiles: ['./scripts/test-setup.ts', './mutation/only-quick.ts'],
    include: [
      `packages/core/test/${process.env['MUTATED_FOLDER'] ?? '{gateway,rest}'}/**/*.test.ts`,
      // Of options, and of what goes out without a token, which neither folder has for itself.
      'packages/core/test/{options,webhook-client}.test.ts',
    ],
    // The second starts processes, which know nothing of the mutant.
    exclude: ['**/*.long.test.ts', '**/changed-clock.test.ts'],
    isolate: false,
    sequence: { sequencer: LikelyFirst },
    // A busy machine must not look like a test that noticed something.
    testTimeout: 10_000,
  },
};
