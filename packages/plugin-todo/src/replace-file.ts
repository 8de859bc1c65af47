import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file that belongs to another, hidden beside it. */
export function besideFile(path: string, suffix: string): string {
  return join(dirname(path), `.${basename(path)}.botwright.${suffix}`);
}

export interface Replacement {
  readonly text: string;
  /** The permissions of the new file. */
  readonly mode: number;
  /** Looked at when the new file is on the disk and only its name is still wanted; false leaves the old one. */
  mayReplace?(): Promise<boolean>;
}

/**
 * Writes a whole file so that it is at each moment either the old one or the new one, also after a crash.
 *
 * @returns Whether the file was replaced.
 */
export async function replaceFile(path: string, { text, mode, mayReplace }: Replacement): Promise<boolean> {
  const draft = besideFile(path, 'tmp');
  try {
    await writeDurably(draft, text, mode);
    if (mayReplace && !(await mayReplace())) return false;
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDurably(path: string, text: string, mode: number): Promise<void> {
  // A link in the place of the draft would lead the text elsewhere.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = await open(path, flags, mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
