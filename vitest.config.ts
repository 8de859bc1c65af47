import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

export default defineConfig({
  // The transformer finds options only in a tsconfig that includes the file, and none includes the tests.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    // Tests run from source, without a build.
    alias: [
      { find: '@botwright/protocol/facts', replacement: `${packages}/protocol/src/facts.ts` },
      { find: /^@botwright\/([\w-]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^botwright$/, replacement: `${packages}/botwright/src/index.ts` },
    ],
  },
  test: {
    reporters: ['default', './scripts/summary-reporter.ts'],
    setupFiles: ['./scripts/test-setup.ts'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text-summary', 'lcov'],
      // No threshold on branches: under oxc each injected constructor parameter counts as a half-covered one.
      thresholds: { lines: 80, functions: 80, statements: 80 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'flow',
          globalSetup: './scripts/bundle-packages/setup.mjs',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          globalSetup: './scripts/bundle-packages/setup.mjs',
          include: ['packages/*/test/**/*.long.test.ts', 'test/**/*.long.test.ts'],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
