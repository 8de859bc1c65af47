import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for a test's files. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'botwright-store-'));

  file(name = 'bot.sqlite'): string {
    return join(this.path, name);
  }

  url(name?: string): string {
    return `file:${this.file(name)}`;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
