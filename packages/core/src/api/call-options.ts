import type { Abortable } from '../cancellation.js';
import type { ProgressListener } from '../rest/multipart-body.js';
import type { Priority } from '../rest/priority.js';

/** What every method of the API takes last. */
export interface CallOptions {
  /** Gives the call up when it aborts: the method then throws the signal's reason. */
  readonly signal?: Abortable | undefined;
  /** Who goes first where calls have to wait; default `normal`. */
  readonly priority?: Priority | undefined;
}

/** What a method that sends a file takes last. */
export interface UploadOptions extends CallOptions {
  /** Called after each piece of the file that went out. What it throws gives the call up. */
  readonly onProgress?: ProgressListener | undefined;
}
