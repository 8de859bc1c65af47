import base from '../vitest.config.ts';

/** The tests that a changed transport has to fail; uploads are left out, since they move gigabytes. */
export default {
  ...base,
  test: {
    setupFiles: ['./scripts/test-setup.ts'],
    include: ['packages/core/test/{gateway,rest}/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', '**/upload.test.ts'],
  },
};
