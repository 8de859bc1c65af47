export {
  EntryRefused,
  type FileProblem,
  NamespaceTaken,
  SqliteTooOld,
  StoreBusy,
  StoreClosed,
  StoredValueInvalid,
  StoreError,
  StoreFailed,
  StoreFileRefused,
  StoreFull,
  StoreOptionInvalid,
} from './errors.js';
export { memoryStore } from './memory-store.js';
export type { Json, Schema, SchemaIssue, SchemaResult } from './schema.js';
export type { StoreLog } from './sqlite/failure-log.js';
export { type FileStore, openStore, type StoreOptions } from './sqlite/open-store.js';
export type { Entry, Lifetime, Namespace, Selection, Store } from './store.js';
