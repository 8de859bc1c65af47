import type { EmojiId, Message } from '@botwright/protocol';
import { html, type TemplateResult } from 'lit';
import type { Chat } from '../chat.js';
import { type ChatState, findChannel, teamOf } from '../state.js';
import { commonEmojis, emojiFace, emojiName } from './emoji.js';
import { PageElement } from './page-element.js';

/** A few emoji and the team's own, to react to a message with. The arrow keys walk them, Escape closes. */
export class ReactionPicker extends PageElement {
  static override properties = {
    chat: { attribute: false },
    state: { attribute: false },
    message: { attribute: false },
    onClose: { attribute: false },
  };
  declare chat: Chat;
  declare state: ChatState;
  declare message: Message;
  declare onClose: () => void;

  override connectedCallback(): void {
    super.connectedCallback();
    const team = this.team;
    if (team) void this.chat.refreshEmojis(team.team.id);
  }

  protected override firstUpdated(): void {
    this.querySelector('button')?.focus();
  }

  protected override render(): TemplateResult {
    const custom = this.team?.emojis.map(({ id }) => id) ?? [];
    return html`<div class="picker" role="group" aria-label="Add a reaction" @keydown=${this.onKey}>
      ${[...commonEmojis.keys(), ...custom].map((id) => this.renderChoice(id))}
    </div>`;
  }

  private get team() {
    return teamOf(this.state, findChannel(this.state, this.message.channelId));
  }

  private renderChoice(id: EmojiId): TemplateResult {
    const name = emojiName(this.state, id);
    return html`<button type="button" class="picker-choice" aria-label=${name} title=${name} @click=${() => this.choose(id)}>
      ${emojiFace(this.state, id)}
    </button>`;
  }

  private choose(id: EmojiId): void {
    void this.chat.toggleReaction(this.message, id);
    this.onClose();
  }

  private onKey(event: KeyboardEvent): void {
    const buttons = [...this.querySelectorAll('button')];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === 'Escape') this.onClose();
    else if (next !== undefined) buttons.at(next % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define('sandbox-reaction-picker', ReactionPicker);
