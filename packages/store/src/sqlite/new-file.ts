import { closeSync, fsyncSync, linkSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreFileRefused } from '../errors.js';

/**
 * Makes a file that is there whole or not at all, whenever the process is killed: it is made in a folder beside, then
 * linked to its name, which fails when something has taken the name meanwhile. Only its owner can read it.
 *
 * @throws {StoreFileRefused} `exists` when something stands under the name.
 */
export async function makeWhole(path: string, make: (draft: string) => void | Promise<void>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const folder = mkdtempSync(`${path}.new-`);
  try {
    const draft = join(folder, 'draft');
    closeSync(openSync(draft, 'wx', 0o600));
    await make(draft);
    sync(draft);
    publish(draft, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (isTaken(cause)) throw new StoreFileRefused(path, 'exists', { cause });
    throw cause;
  }
  // Windows opens no folder as a file; there the system itself writes the new name down.
  if (process.platform !== 'win32') sync(dirname(path));
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
