import type { TeamId, UserId } from 'botwright';

export interface Warning {
  readonly reason: string;
  readonly moderator: { readonly id: UserId; readonly name: string };
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Who was warned of what, a list for each member of each team. It lives as long as the process. */
export class WarningBook {
  readonly #warnings = new Map<string, readonly Warning[]>();

  /** The oldest first. */
  of(teamId: TeamId, userId: UserId): readonly Warning[] {
    return this.#warnings.get(keyOf(teamId, userId)) ?? [];
  }

  add(teamId: TeamId, userId: UserId, warning: Warning): void {
    this.#warnings.set(keyOf(teamId, userId), [...this.of(teamId, userId), warning]);
  }
}

function keyOf(teamId: TeamId, userId: UserId): string {
  return JSON.stringify([teamId, userId]);
}
