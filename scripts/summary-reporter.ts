import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the run with one plain line, `N passed, N failed, N skipped`, which a program can read. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A test that never finished did not pass.
        const outcome = state === 'pending' ? 'failed' : state;
        counts[outcome] += 1;
        if (outcome === 'failed') failedTests += 1;
      }
      // A file that did not load, or whose hook threw, has no failed test to speak for it.
      if (module.state() === 'failed' && failedTests === 0) counts.failed += 1;
    }
    // The coverage table is printed after this hook, and this line has to be the last.
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}
