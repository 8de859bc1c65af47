// Changes the transport in a thousand small ways and sees whether a test notices each. Stryker is fetched for the occasion:
// its 190 packages are nothing that everybody who builds the project should wait for.
import { spawnSync } from 'node:child_process';

const version = '10.1.1';
const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run('npm', ['install', '--no-save', '--ignore-scripts', ...packages]);
run('node', [
  'node_modules/@stryker-mutator/core/bin/stryker.js',
  'run',
  'mutation/stryker.config.json',
  ...process.argv.slice(2),
]);
