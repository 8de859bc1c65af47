import type { Message } from '@botwright/protocol';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Chat } from '../chat.js';
import { type Place, placeName } from '../place.js';
import { mayDelete, mayEdit } from '../rights.js';
import { type ChatState, emptyHistory, type History, quotedBy } from '../state.js';
import { dayName, isSameDay } from '../time-format.js';
import { icons } from './icons.js';
import { messageElementId, messageItem } from './message-item.js';
import { PageElement } from './page-element.js';
import { StickToEnd } from './stick-to-end.js';

/** Messages of one author within this time share a name and a picture. */
const continuesWithinMs = 5 * 60_000;

const flashMs = 1200;

/** The conversation of a channel. Tab reaches one message, the arrow keys the others. */
export class MessageLog extends PageElement {
  static override properties = {
    chat: { attribute: false },
    state: { attribute: false },
    place: { attribute: false },
    currentId: { state: true },
    pickingId: { state: true },
  };
  declare chat: Chat;
  declare state: ChatState;
  declare place: Place;
  declare currentId: string | undefined;
  /** The message that a reaction is being chosen for. */
  declare pickingId: string | undefined;

  private readonly end = new StickToEnd(
    this,
    () => this.querySelector<HTMLElement>('.log'),
    () => this.history?.messages[0]?.id,
  );

  private get history(): History | undefined {
    return this.state.histories.get(this.place.id);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('place') && changed.get('place')?.id !== this.place.id) {
      this.end.isAtEnd = true;
      this.currentId = undefined;
      this.pickingId = undefined;
    }
  }

  protected override render(): TemplateResult {
    const { history, place } = this;
    return html`
      ${keyed(
        place.id,
        html`<div
          class="log"
          role="log"
          aria-live="polite"
          aria-label="Messages in ${placeName(place)}"
          aria-busy=${history === undefined}
          @keydown=${this.onKey}
          @focusin=${this.onFocus}
        >
          <div class="log-rows">
            ${history?.hasEarlier ? this.renderEarlier() : nothing} ${this.renderMessages(history ?? emptyHistory)}
            ${history?.messages.length === 0 ? this.renderEmpty() : nothing}
          </div>
        </div>`,
      )}
      ${
        this.end.isAtEnd
          ? nothing
          : html`<button type="button" class="to-newest" @click=${() => this.end.toEnd()}>${icons.down} Newest</button>`
      }
    `;
  }

  private renderMessages(history: History): unknown {
    const { messages } = history;
    const current = this.currentMessage(messages);
    return repeat(
      messages,
      ({ id }) => id,
      (message, index) => {
        const before = messages[index - 1];
        const isNewDay = !before || !isSameDay(new Date(before.createdAt), new Date(message.createdAt));
        const quoted = quotedBy(history, message);
        const canJump = messages.some(({ id }) => id === quoted?.id);
        const item = messageItem({
          message,
          state: this.state,
          chat: this.chat,
          continues: !isNewDay && continuesFrom(before, message),
          isCurrent: message.id === current?.id,
          quoted,
          jump: quoted && canJump ? () => this.jumpTo(quoted.id) : undefined,
          isPicking: message.id === this.pickingId,
          pick: (isPicking) => this.pick(message, isPicking),
        });
        return isNewDay ? html`<p class="day"><span>${dayName(message.createdAt)}</span></p>${item}` : item;
      },
    );
  }

  private renderEarlier(): TemplateResult {
    return html`<p class="earlier">
      <button type="button" class="button" @click=${() => void this.chat.loadEarlier()}>Earlier messages</button>
    </p>`;
  }

  private renderEmpty(): TemplateResult {
    return html`<div class="empty">
      <p class="empty-title">Nothing has been said in ${placeName(this.place)} yet</p>
      <p>Try <code>!ping</code> or <code>!help</code></p>
    </div>`;
  }

  private currentMessage(messages: readonly Message[]): Message | undefined {
    return messages.find(({ id }) => id === this.currentId) ?? messages.at(-1);
  }

  private onFocus(event: FocusEvent): void {
    const article = (event.target as Element).closest<HTMLElement>('[data-message-id]');
    if (article) this.currentId = article.dataset['messageId'];
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    // A key pressed on a button or in a code block inside a message is meant for that.
    if (hasModifier || !target.matches('[data-message-id]')) return;
    const messages = this.history?.messages ?? [];
    const index = messages.findIndex(({ id }) => id === target.dataset['messageId']);
    const message = messages[index];
    if (!message) return;
    const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: messages.length - 1 }[event.key];
    const handled = next === undefined ? this.act(event.key, message) : this.focusMessage(messages[next]);
    if (handled) event.preventDefault();
  }

  private act(key: string, message: Message): boolean {
    const { chat, state } = this;
    if (key === 'r') chat.compose({ kind: 'reply', to: message });
    else if (key === 't') chat.trace(message);
    else if (key === '+') this.pick(message, true);
    else if (key === 'e' && mayEdit(state, message)) chat.compose({ kind: 'edit', message });
    else if (key === 'Delete' && mayDelete(state, message)) void chat.delete(message);
    else return false;
    return true;
  }

  private pick(message: Message, isPicking: boolean): void {
    this.pickingId = isPicking ? message.id : undefined;
    if (!isPicking) this.focusMessage(message);
  }

  private focusMessage(message: Message | undefined): boolean {
    if (message) document.getElementById(messageElementId(message.id))?.focus();
    return message !== undefined;
  }

  private jumpTo(messageId: string): void {
    const article = document.getElementById(messageElementId(messageId));
    if (!article) return;
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: 'center' });
    article.classList.add('message-flash');
    window.setTimeout(() => article.classList.remove('message-flash'), flashMs);
  }
}

function continuesFrom(before: Message | undefined, message: Message): boolean {
  if (!before || message.replyTo !== null || before.createdBy.id !== message.createdBy.id) return false;
  return Date.parse(message.createdAt) - Date.parse(before.createdAt) < continuesWithinMs;
}

customElements.define('sandbox-messages', MessageLog);
