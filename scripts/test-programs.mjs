// Makes sure the tests have the programs that no npm package brings. Builtins only; says nothing when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const programs = [
  {
    name: 'Chromium',
    file: process.env.CHROMIUM_PATH ?? 'chromium',
    packages: ['chromium', 'fonts-noto-color-emoji'],
    purpose: 'the page tests',
    advice: ' or set CHROMIUM_PATH to its executable',
  },
  {
    name: 'redis-server',
    file: 'redis-server',
    packages: ['redis-server'],
    purpose: 'the tests of several processes',
    advice: '',
  },
  {
    name: 'strace',
    file: 'strace',
    packages: ['strace'],
    purpose: 'the tests of what reaches the disk',
    advice: '',
    // It traces the system calls of this kernel and runs nowhere else.
    platform: 'linux',
  },
  {
    name: 'faketime',
    file: 'faketime',
    packages: ['faketime'],
    purpose: 'the tests of a clock that is set',
    advice: '',
    platform: 'linux',
  },
];

const missing = programs.filter(
  ({ file, platform = process.platform }) => platform === process.platform && !find(file),
);
const problem = missing.length > 0 && canInstall() ? install(missing.flatMap(({ packages }) => packages)) : undefined;
const stillMissing = missing.filter(({ file }) => !find(file));
for (const { name, packages, purpose, advice } of stillMissing) {
  const command = `apt-get install ${packages.join(' ')}`;
  console.error(`${name} was not found, and ${purpose} need it: install it (on Debian: ${command})${advice}.`);
}
if (problem) console.error(problem);
if (stillMissing.length > 0 && process.env.CI === 'true') process.exit(1);

function find(file) {
  if (file.includes('/')) return isExecutable(file);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && isExecutable(join(folder, file)));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

function install(packages) {
  console.log(`installing ${packages.join(', ')} with apt-get: the tests need them (once, about a minute)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ];
  for (const args of steps) {
    const result = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (result.status === 0) continue;
    process.stderr.write(result.stderr ?? '');
    return `apt-get ${args[0]} failed${result.error ? ` (${result.error.message})` : ''}.`;
  }
  return undefined;
}
