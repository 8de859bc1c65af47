/** What to show of a failure. Whatever is thrown here is an error that says what happened and what to do. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
