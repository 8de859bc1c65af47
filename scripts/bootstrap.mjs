// Brings node_modules in line with the lockfile before anything else runs. Builtins only, and Node 18 syntax: it starts
// on whatever Node the machine has, with nothing installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wantedNode = [22, 19];

const stale = whyStale();
if (stale) {
  console.log(`installing dependencies (${stale})`);
  install();
}
requireNode();

function whyStale() {
  const want = readLock('package-lock.json');
  if (!want) throw new Error('package-lock.json is missing; restore it from git');
  const have = readLock('node_modules/.package-lock.json');
  if (!have) return 'node_modules is missing';
  for (const [path, entry] of Object.entries(want)) {
    if (!path.includes('node_modules/')) continue;
    const got = have[path];
    if (!got) {
      if (entry.optional || entry.peer || entry.devOptional) continue;
      return `${path} is not installed`;
    }
    if (got.version !== entry.version || got.integrity !== entry.integrity) {
      return `${path} is ${got.version}, the lockfile wants ${entry.version}`;
    }
  }
  return undefined;
}

function readLock(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit', env: cleanEnvironment() };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.error) console.error(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

// What npm tells its scripts about the outer command (such as --prefix or a workspace) would change what the inner one
// installs; only where to fetch from is passed on.
function cleanEnvironment() {
  const kept = new Set(
    ['registry', 'cache', 'userconfig', 'globalconfig', 'offline', 'prefer_offline'].map((key) => `npm_config_${key}`),
  );
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => kept.has(key) || !/^npm_(lifecycle_|package_|command$|config_)/.test(key),
    ),
  );
}

// An optional package that could not be fetched is no error for npm, so the Node that came out is looked at.
function requireNode() {
  const local = spawnSync(join(root, 'node_modules/.bin/node'), ['-v'], { encoding: 'utf8' });
  const version = local.status === 0 ? local.stdout.trim() : process.version;
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major > wantedNode[0] || (major === wantedNode[0] && minor >= wantedNode[1])) return;
  console.error(
    `Node >= ${wantedNode.join('.')} is needed, found ${version}. ` +
      'The repository brings its own on Linux (glibc), Windows and Intel macOS; elsewhere install it from nodejs.org.',
  );
  process.exit(1);
}
