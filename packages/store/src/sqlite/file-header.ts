import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreFileRefused } from '../errors.js';

/** Marks a file as a store of Botwright: "Bwrt". */
export const applicationId = 0x42777274;

// https://www.sqlite.org/fileformat.html#the_database_header
const headerBytes = 100;
const magic = 'SQLite format 3\0';
const applicationIdOffset = 68;

/**
 * Looks at a file before SQLite does, which would take an empty one for a new database and change another program's.
 *
 * @returns False when nothing stands under the path.
 * @throws {StoreFileRefused} when what stands there is no store.
 */
export function isStoreFile(path: string): boolean {
  const found = statOf(path);
  if (found === undefined) {
    // SQLite would replay the log into whatever file comes next.
    if ((statOf(`${path}-wal`)?.size ?? 0) > 0) throw new StoreFileRefused(path, 'incomplete');
    return false;
  }
  if (!found.isFile()) throw new StoreFileRefused(path, 'no-file');
  if (found.size === 0) throw new StoreFileRefused(path, 'empty');
  checkHeader(path);
  checkAccess(path);
  return true;
}

function checkHeader(path: string): void {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  const marked = header.readUInt32BE(applicationIdOffset) === applicationId;
  if (header.toString('latin1', 0, magic.length) !== magic) {
    throw new StoreFileRefused(path, marked || isZero(header) ? 'damaged' : 'foreign');
  }
  if (!marked) throw new StoreFileRefused(path, 'foreign');
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** The log and its index stand beside the file, so the folder has to be writable too. */
function checkAccess(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK);
  accessSync(dirname(path), constants.W_OK);
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
