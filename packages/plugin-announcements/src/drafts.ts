import { randomBytes } from 'node:crypto';
import { Client, inject, type TeamId, type UserId } from 'botwright';
import type { Draft } from './draft.js';

export const draftLifeMinutes = 10;

interface Owner {
  readonly teamId: TeamId;
  readonly authorId: UserId;
}

/** Announcements that wait for their author's word. They live for ten minutes, and no longer than the process. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();

  constructor(@inject(Client) private readonly client: { readonly clock: Pick<Client['clock'], 'now'> }) {}

  add(draft: Omit<Draft, 'id' | 'expiresAt'>): Draft {
    this.#dropExpired();
    const expiresAt = this.client.clock.now() + draftLifeMinutes * 60_000;
    const kept = { ...draft, id: randomBytes(4).toString('hex'), expiresAt };
    this.#drafts.set(kept.id, kept);
    return kept;
  }

  /** The draft, if it is this person's, in this team, and still alive. */
  find(id: string, { teamId, authorId }: Owner): Draft | undefined {
    this.#dropExpired();
    const draft = this.#drafts.get(id);
    return draft?.teamId === teamId && draft.authorId === authorId ? draft : undefined;
  }

  /** Takes a draft out; only one caller gets `true` for it. */
  take({ id }: Draft): boolean {
    return this.#drafts.delete(id);
  }

  #dropExpired(): void {
    const now = this.client.clock.now();
    for (const { id, expiresAt } of this.#drafts.values()) {
      if (expiresAt <= now) this.#drafts.delete(id);
    }
  }
}
