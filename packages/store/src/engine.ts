/** An entry as an engine keeps it: its value is text. */
export interface Row {
  readonly key: string;
  readonly value: string;
  /** Epoch milliseconds; null when it stays for good. */
  readonly expiresAt: number | null;
  /** It is not what was written; whoever changed it was no engine. */
  readonly isDamaged?: boolean;
}

/** Keys from `from` on, behind `after`, below `below`. */
export interface Range {
  readonly from: string;
  readonly after: string;
  readonly below: string | undefined;
  readonly limit: number;
}

/**
 * What a database has to do for a store, and all of it. What has expired by its clock is never given. A promise resolves
 * when what it wrote is durable.
 */
export interface Engine {
  find(namespace: string, key: string): Promise<Row | undefined>;
  /** In the order of the keys' code points. */
  list(namespace: string, range: Range): Promise<readonly Row[]>;
  put(namespace: string, row: Row): Promise<void>;
  /** True when there was such an entry. */
  remove(namespace: string, key: string): Promise<boolean>;
  /** Puts what `change` makes of the row, or removes it for undefined, in one step; `change` may be called again. */
  update(namespace: string, key: string, change: (current: Row | undefined) => Row | undefined): Promise<void>;
  clear(namespace: string): Promise<void>;
  close(): Promise<void>;
}
