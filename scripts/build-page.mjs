// Bundles the sandbox page, and only when it has changed: `tsc -b` does the same for everything else.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from './newest.mjs';

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
