import { type EmojiId, inject, type MessageId, type RoleId, Store } from 'botwright';
import { z } from 'zod';

const Panel = z.object({ emojiId: z.string(), roleId: z.string() });

/** A reaction with the emoji under the panel's message stands for the role. */
export interface Panel {
  readonly emojiId: EmojiId;
  readonly roleId: RoleId;
}

/** The panels of all teams by their messages, kept over restarts. */
export class Panels {
  private readonly panels;

  constructor(@inject(Store) store: Store) {
    this.panels = store.namespace('roles/panels', Panel);
  }

  async add(messageId: MessageId, panel: Panel): Promise<void> {
    await this.panels.set(messageId, panel);
  }

  find(messageId: MessageId): Promise<Panel | undefined> {
    return this.panels.get(messageId);
  }

  /** @returns Whether there was one. */
  remove(messageId: MessageId): Promise<boolean> {
    return this.panels.delete(messageId);
  }
}
