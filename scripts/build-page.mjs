// Bundles the sandbox page, and only when it has changed: `tsc -b` does the same for everything else.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sandbox = join(root, 'packages/sandbox');
const output = join(sandbox, 'dist/web/index.html');
// The page takes methods and paths from the contract.
const inputs = [
  'packages/sandbox/web',
  'packages/sandbox/vite.config.ts',
  'packages/protocol/src',
  'package-lock.json',
].map((path) => join(root, path));

if (!existsSync(output) || Math.max(...inputs.map(newest)) > statSync(output).mtimeMs) {
  const { build } = await import('vite');
  await build({ root: join(sandbox, 'web'), configFile: join(sandbox, 'vite.config.ts'), logLevel: 'warn' });
}

// A folder's own time counts too: it is all that a deleted file leaves behind.
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
