// Makes sure the page tests have a browser. Builtins only; says nothing when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packages = ['chromium', 'fonts-noto-color-emoji'];

if (!findChromium()) {
  const problem = canInstall() ? install() : 'Chromium was not found.';
  if (problem) {
    console.error(
      `${problem} The page tests need it: install it (on Debian: apt-get install ${packages.join(' ')}) ` +
        'or set CHROMIUM_PATH to its executable.',
    );
    if (process.env.CI === 'true') process.exit(1);
  }
}

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return isExecutable(given);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && isExecutable(join(folder, 'chromium')));
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
  return !process.env.CHROMIUM_PATH && process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

function install() {
  console.log(
    `installing ${packages.join(' and ')} with apt-get: the page tests need a browser (once, about a minute)`,
  );
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
  return findChromium() ? undefined : 'Chromium is still missing after apt-get install.';
}
