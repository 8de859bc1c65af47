/** How to find out whether a thing was made, when its answer got lost. */
export interface Recognition<Answer> {
  readonly nonce: string;
  readonly channelId: string;
  /**
   * Looks for it.
   * @param elapsedMs - How long ago it could have been made at the earliest.
   * @returns The answer that making it would have had, `absent`, or `unclear` when that cannot be told.
   * @throws when the looking fails.
   */
  find(elapsedMs: number, signal: AbortSignal): Promise<Answer | 'absent' | 'unclear'>;
}
