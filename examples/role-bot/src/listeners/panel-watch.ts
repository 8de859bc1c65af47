import { type EventPayload, inject, Listener, On, OnReaction, type ReactionContext } from 'botwright';
import { Panels } from '../panels.js';

@Listener()
export class PanelWatch {
  constructor(@inject(Panels) private readonly panels: Panels) {}

  @OnReaction([], { when: 'both' })
  async hand({ api, teamId, messageId, emojiId, user, added }: ReactionContext): Promise<void> {
    const panel = await this.panels.find(messageId);
    if (teamId === null || panel?.emojiId !== emojiId) return;
    if (added) await api.members.addRole(teamId, user.id, panel.roleId);
    else await api.members.removeRole(teamId, user.id, panel.roleId);
  }

  @On('MESSAGE_DELETED')
  async forget({ messageId }: EventPayload<'MESSAGE_DELETED'>): Promise<void> {
    await this.panels.remove(messageId);
  }
}
