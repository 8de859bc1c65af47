/** What may be thrown anywhere is made what may be given to those that want an error. */
export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
