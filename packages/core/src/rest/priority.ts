/**
 * What a call is made for. Where calls have to wait, a `reply` to somebody who is waiting goes before `normal` work, and
 * that before a `bulk` job; each still gets its share. Among calls of one priority and one rate limit the order stays.
 */
export type Priority = 'reply' | 'normal' | 'bulk';

/** The place of a priority in lists of three, and how many turns it gets of those that all could use. */
export const rankOf = { reply: 0, normal: 1, bulk: 2 } as const satisfies Record<Priority, number>;
const turns = [16, 4, 1] as const;

/** Says which of three lines is next: the larger share to the more urgent, and none of them starves. */
export class Turns {
  readonly #credit = [0, 0, 0];

  /** The rank that is next among those that are waiting; undefined when none is. */
  next(isWaiting: (rank: number) => boolean): number | undefined {
    let chosen: number | undefined;
    let total = 0;
    for (const [rank, share] of turns.entries()) {
      if (!isWaiting(rank)) continue;
      total += share;
      this.#credit[rank] = this.#of(rank) + share;
      if (chosen === undefined || this.#of(rank) > this.#of(chosen)) chosen = rank;
    }
    if (chosen !== undefined) this.#credit[chosen] = this.#of(chosen) - total;
    return chosen;
  }

  #of(rank: number): number {
    return this.#credit[rank] ?? 0;
  }
}
