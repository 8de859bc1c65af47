/** What the store throws. `code` is stable and listed in docs/errors.md; facts stand in fields. */
export abstract class StoreError extends Error {
  abstract readonly code: string;

  override get name(): string {
    return this.constructor.name;
  }
}

const fileProblems = {
  'no-file': 'is no regular file',
  empty: 'is empty, which no store ever is',
  foreign: 'belongs to another program',
  damaged: 'is damaged',
  incomplete: 'is missing, but its write-ahead log (-wal) is still there',
  newer: 'was written by a newer version of Botwright',
  forbidden: 'cannot be read and written by this user',
  exists: 'exists already',
} as const;

/** Why a file cannot be used. */
export type FileProblem = keyof typeof fileProblems;

const cures: Readonly<Record<FileProblem, string>> = {
  'no-file': 'name another path',
  empty: 'put a backup in its place, or remove it to begin without data',
  foreign: 'name another path',
  damaged: 'put a backup in its place, or move it away to begin without data',
  incomplete: 'put the file back, or move both away to begin without data',
  newer: 'run that version, or put a backup from before in its place',
  forbidden: 'allow it for the file and its folder',
  exists: 'name a path where nothing is',
};

/** A file cannot be used as it is. It was left as it was found, and nothing was started in its place. */
export class StoreFileRefused extends StoreError {
  readonly code = 'STORE_FILE_REFUSED';

  constructor(
    readonly path: string,
    readonly problem: FileProblem,
    options?: ErrorOptions,
  ) {
    super(`The file ${path} ${fileProblems[problem]}. It was left as it is: ${cures[problem]}.`, options);
  }
}

/** Another process held the file's lock for longer than a call waits. Nothing was written. */
export class StoreBusy extends StoreError {
  readonly code = 'STORE_BUSY';

  constructor(
    readonly path: string,
    readonly waitedMs: number,
    options?: ErrorOptions,
  ) {
    super(
      `Another process kept the file ${path} locked for ${Math.round(waitedMs)} ms. Nothing was written: try again, or end that process.`,
      options,
    );
  }
}

/** There is no room for what was to be written. Reading and deleting go on, and writing does once there is room. */
export class StoreFull extends StoreError {
  readonly code = 'STORE_FULL';

  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`There is no room to write to ${path}. Nothing was written: make room, then try again.`, options);
  }
}

/** The system failed to read or to write. What was to be written counts as not written. */
export class StoreFailed extends StoreError {
  readonly code = 'STORE_FAILED';

  constructor(
    readonly path: string,
    options: { readonly cause: unknown },
  ) {
    super(`The file ${path} could not be read or written; the cause says why. Look at the disk.`, options);
  }
}

/** Something was asked of a store after `close()`. */
export class StoreClosed extends StoreError {
  readonly code = 'STORE_CLOSED';

  constructor() {
    super('The store is closed. Open a new one.');
  }
}

/** An option of a store cannot work. Its value is not repeated, since an address may hold a password. */
export class StoreOptionInvalid extends StoreError {
  readonly code = 'STORE_OPTION_INVALID';

  constructor(
    readonly option: string,
    readonly expected: string,
  ) {
    super(`Option ${option} of a store has to be ${expected}.`);
  }
}

/** The SQLite inside this Node may damage a file that several connections have open. */
export class SqliteTooOld extends StoreError {
  readonly code = 'SQLITE_TOO_OLD';

  constructor(
    readonly version: string,
    readonly needed: string,
  ) {
    super(`This Node brings SQLite ${version}, which may damage files. The store needs ${needed}: update Node.`);
  }
}

/** Two parts of a bot want the same namespace. */
export class NamespaceTaken extends StoreError {
  readonly code = 'NAMESPACE_TAKEN';

  constructor(readonly namespace: string) {
    super(
      `The namespace ${JSON.stringify(namespace)} is taken. Take it once, and begin its name with the name of its plugin.`,
    );
  }
}

/** A namespace, key, value or lifetime cannot be what it was given as, and nothing was stored. */
export class EntryRefused extends StoreError {
  readonly code = 'ENTRY_REFUSED';

  constructor(
    readonly namespace: string,
    readonly key: string | undefined,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${nameOf(namespace, key)} cannot be used: ${problem}.`, options);
  }
}

/** What stands under a key does not fit the namespace's schema, or is damaged. Other keys are not touched. */
export class StoredValueInvalid extends StoreError {
  readonly code = 'STORED_VALUE_INVALID';

  constructor(
    readonly namespace: string,
    readonly key: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(
      `${nameOf(namespace, key)} holds a value that cannot be used: ${problem}. Set it anew, or delete it.`,
      options,
    );
  }
}

const longestShown = 100;

function nameOf(namespace: string, key: string | undefined): string {
  const place = JSON.stringify(namespace.slice(0, longestShown));
  return key === undefined
    ? `Namespace ${place}`
    : `Key ${JSON.stringify(key.slice(0, longestShown))} of namespace ${place}`;
}
