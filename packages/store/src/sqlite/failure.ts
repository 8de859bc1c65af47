import { StoreError, StoreFailed, StoreFileRefused, StoreFull } from '../errors.js';

// https://www.sqlite.org/rescode.html
const busy = 5;
const locked = 6;
const full = 13;
const noRoomForSharedMemory = 4874;
// 1: our own statements are sound, so it is the schema in the file that they do not fit.
const damaged = [1, 11, 26];
const forbidden = [3, 8, 14];

/** Somebody else holds a lock; trying again is all that helps. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && [busy, locked].includes(code & 0xff);
}

/** What a failure of SQLite or of the file system means to whoever uses the store. */
export function failureOf(cause: unknown, path: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = sqliteCode(cause);
  const primary = (code ?? 0) & 0xff;
  const system = systemCode(cause);
  if (primary === full || code === noRoomForSharedMemory || system === 'ENOSPC') return new StoreFull(path, { cause });
  if (damaged.includes(primary)) return new StoreFileRefused(path, 'damaged', { cause });
  if (forbidden.includes(primary) || ['EACCES', 'EPERM', 'EROFS'].includes(system ?? '')) {
    return new StoreFileRefused(path, 'forbidden', { cause });
  }
  return new StoreFailed(path, { cause });
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined;
  return error.errcode;
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  return error.code;
}
