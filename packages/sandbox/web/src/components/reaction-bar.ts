import type { Message } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Chat } from '../chat.js';
import { hasReacted } from '../reactions.js';
import type { ChatState } from '../state.js';
import { emojiFace, emojiName } from './emoji.js';

export interface ReactionView {
  readonly message: Message;
  readonly state: ChatState;
  readonly chat: Chat;
  /** Whether Tab reaches it. */
  readonly isCurrent: boolean;
}

/** How people reacted, a chip an emoji; pressing one joins in or steps back. */
export function reactionBar(view: ReactionView): TemplateResult | typeof nothing {
  const { reactions } = view.message;
  if (reactions.length === 0) return nothing;
  return html`<div class="reactions" role="group" aria-label="Reactions">
    ${repeat(
      reactions,
      ({ emojiId }) => emojiId,
      (reaction) => chip(view, reaction),
    )}
  </div>`;
}

function chip(
  { message, state, chat, isCurrent }: ReactionView,
  reaction: Message['reactions'][number],
): TemplateResult {
  const { emojiId, count, users } = reaction;
  const who = users.map(({ userId }) => state.names.get(userId) ?? 'somebody').join(', ');
  return html`<button
    type="button"
    class="reaction"
    tabindex=${isCurrent ? 0 : -1}
    aria-pressed=${hasReacted(reaction, state.me?.id)}
    aria-label="${emojiName(state, emojiId)}, ${count}: ${who}"
    title=${who}
    @click=${() => void chat.toggleReaction(message, emojiId)}
  >
    ${emojiFace(state, emojiId)} <span class="reaction-count">${count}</span>
  </button>`;
}
