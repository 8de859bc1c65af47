import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from '../newest.mjs';

const scripts = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(scripts);

/** What Node is to load of each package. Packages stay apart, so that each class and each error exists once. */
const entries = {
  clock: ['src/index.ts'],
  protocol: ['src/index.ts', 'src/facts.ts'],
  store: ['src/index.ts'],
  core: ['src/index.ts'],
  commands: ['src/index.ts'],
  botwright: ['src/index.ts', 'src/cli/main.ts'],
};

/** Bundles those that have changed since they were bundled; when there are none, not even the bundler is loaded. */
export async function bundleStale(names = Object.keys(entries)) {
  const stale = names.filter(isStale);
  if (stale.length === 0) return;
  const { bundle } = await import('./bundle.mjs');
  for (const name of stale) await bundle(join(root, 'packages', name), entries[name]);
}

function isStale(name) {
  const folder = join(root, 'packages', name);
  const output = join(folder, 'dist/bundle/index.js');
  const own = ['src', 'package.json'].map((path) => join(folder, path));
  const inputs = [...own, join(root, 'package-lock.json'), join(scripts, 'bundle-packages')];
  return !existsSync(output) || Math.max(...inputs.map(newest)) > statSync(output).mtimeMs;
}
