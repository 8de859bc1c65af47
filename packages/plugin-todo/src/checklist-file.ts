import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ChecklistUnusable } from './errors.js';
import { replaceFile } from './replace-file.js';

const mostBytes = 1024 * 1024;
const newFileMode = 0o644;
/** What opening a link without following it ends with, by system. */
const linkCodes: readonly unknown[] = ['ELOOP', 'EMLINK'];

interface Content {
  readonly text: string;
  readonly mode: number;
}

/** The Markdown file of a checklist. The bot's owner names it in the options; nobody can from a chat. */
export class ChecklistFile {
  constructor(readonly path: string) {}

  /**
   * Reads the whole text, with its byte order mark where it has one.
   *
   * @returns `undefined` when there is no such file.
   * @throws {ChecklistUnusable} when it is not a regular UTF-8 file of at most 1 MiB.
   */
  async read(): Promise<string | undefined> {
    return (await this.#content())?.text;
  }

  /**
   * Replaces the text, unless the file was changed since it was read.
   *
   * @param before - what `read` gave.
   * @returns Whether it was replaced.
   * @throws {ChecklistUnusable} when the folder cannot be written.
   */
  async replace(before: string | undefined, text: string): Promise<boolean> {
    const mode = (await this.#content())?.mode ?? newFileMode;
    const mayReplace = async () => (await this.read()) === before;
    try {
      return await replaceFile(this.path, { text, mode, mayReplace });
    } catch (cause) {
      throw cause instanceof ChecklistUnusable ? cause : new ChecklistUnusable(this.path, 'unwritable', cause);
    }
  }

  async #content(): Promise<Content | undefined> {
    const file = await this.#open();
    if (file === undefined) return undefined;
    try {
      return await this.#readOpen(file);
    } catch (cause) {
      throw cause instanceof ChecklistUnusable ? cause : new ChecklistUnusable(this.path, 'unreadable', cause);
    } finally {
      await file.close();
    }
  }

  async #open(): Promise<FileHandle | undefined> {
    try {
      // Without O_NONBLOCK opening a pipe would wait for somebody to write.
      return await open(this.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      throw new ChecklistUnusable(this.path, linkCodes.includes(code) ? 'not-a-file' : 'unreadable', cause);
    }
  }

  async #readOpen(file: FileHandle): Promise<Content> {
    const stats = await file.stat();
    if (!stats.isFile()) throw new ChecklistUnusable(this.path, 'not-a-file');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0);
    if (bytesRead > mostBytes) throw new ChecklistUnusable(this.path, 'too-large');
    // Half a file must not look like one whose items were deleted.
    if (bytesRead < stats.size) throw new ChecklistUnusable(this.path, 'unreadable');
    return { text: this.#decode(buffer.subarray(0, bytesRead)), mode: stats.mode & 0o777 };
  }

  #decode(bytes: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new ChecklistUnusable(this.path, 'not-text', cause);
    }
  }
}
