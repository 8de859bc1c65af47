/** What every method of the API takes last. */
export interface CallOptions {
  /** Gives the call up when it aborts: the method then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}
