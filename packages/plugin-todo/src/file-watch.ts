import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

export interface FileWatchHandlers {
  changed(): void;
  /** The watch could not begin, or ended. */
  failed(failure: unknown): void;
}

/**
 * Watches the folder of a file, since editors that save by renaming put another file in its place.
 *
 * @returns What ends the watch.
 */
export function watchFile(path: string, handlers: FileWatchHandlers): () => void {
  let watcher: FSWatcher;
  try {
    watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === basename(path)) handlers.changed();
    });
  } catch (failure) {
    handlers.failed(failure);
    return () => undefined;
  }
  watcher.on('error', (failure) => handlers.failed(failure));
  return () => watcher.close();
}
