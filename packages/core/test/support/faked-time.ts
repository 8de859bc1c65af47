import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Whether the machine can tell a program another time of day. In CI it has to, so that a missing libfaketime fails;
 * elsewhere the tests are left out, and `npm test` has said what to install.
 */
export const canFakeTime = process.env['CI'] === 'true' || spawnSync('faketime', ['--version']).status === 0;

/** What makes a program read its time of day as `file` says, and take its monotonic time from the machine. */
export function fakedTime(file: string): NodeJS.ProcessEnv {
  setTimeOfDay(file, 0);
  // The wrapper knows where the library is, but cannot change the time once the program runs.
  const { stdout } = spawnSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
  return {
    LD_PRELOAD: stdout.trim(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** Sets the time of day of the programs that read `file`, so many seconds before or after the machine's. */
export function setTimeOfDay(file: string, aheadSeconds: number): void {
  writeFileSync(file, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}\n`);
}
