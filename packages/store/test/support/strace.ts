import { spawnSync } from 'node:child_process';

/**
 * Whether system calls can be watched here. Where every test has to run it is taken for granted, so that a machine without
 * strace fails; elsewhere the tests are left out, and `npm test` has said what to install.
 */
export const canTrace = process.env['CI'] === 'true' || spawnSync('strace', ['-V']).status === 0;
