import { limits } from '@botwright/protocol';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Chat } from '../chat.js';
import { messageOf } from '../message-of.js';
import { type Place, placeName } from '../place.js';
import type { ChatState, Composing } from '../state.js';
import { alertLine } from './attempt.js';
import { icons } from './icons.js';
import { PageElement } from './page-element.js';

const longest = limits.messageContentLength.value;
const countFrom = longest * 0.8;

/** Where the keyboard is on the screen, focus would make it cover half the page. */
const hasKeyboard = window.matchMedia('(hover: hover)');

/** The element that the page's skip link leads to. */
export const composeInputId = 'message-box';

/** Where a person writes: a new message, a reply or an edit. Each channel and each edit keeps its own draft. */
export class ComposeBox extends PageElement {
  static override properties = {
    chat: { attribute: false },
    state: { attribute: false },
    place: { attribute: false },
    problem: { attribute: false },
    refusal: { state: true },
  };
  declare chat: Chat;
  declare state: ChatState;
  declare place: Place;
  /** What went wrong elsewhere, shown while the box has nothing of its own to tell. */
  declare problem: string | undefined;
  declare refusal: string | undefined;

  private readonly drafts = new Map<string, string>();

  private get composing(): Composing {
    return this.state.composing;
  }

  private get draftKey(): string {
    return this.composing.kind === 'edit' ? `edit ${this.composing.message.id}` : this.place.id;
  }

  private get text(): string {
    const { composing } = this;
    const initial = composing.kind === 'edit' ? this.chat.editable(composing.message) : '';
    return this.drafts.get(this.draftKey) ?? initial;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('state');
    const isElsewhere = before !== undefined && before.openChannelId !== this.state.openChannelId;
    if (isElsewhere || changed.has('chat')) this.refusal = undefined;
  }

  protected override firstUpdated(): void {
    // Whoever just switched person by keyboard keeps their place.
    if (document.activeElement === document.body && hasKeyboard.matches) this.input?.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('state');
    const startsSomething = before !== undefined && before.composing !== this.composing;
    const movesOn = before !== undefined && before.openChannelId !== this.state.openChannelId;
    if (startsSomething || movesOn) this.input?.focus();
  }

  protected override render(): TemplateResult {
    const { text } = this;
    return html`
      ${alertLine(this.refusal ?? this.problem)}
      <form class="compose" @submit=${this.onSubmit}>
        ${this.renderPurpose()}
        <div class="compose-row">
          <label class="visually-hidden" for=${composeInputId}>Message ${placeName(this.place)}</label>
          <textarea
            id=${composeInputId}
            class="compose-input"
            rows="1"
            placeholder="Message ${placeName(this.place)}"
            autocomplete="off"
            .value=${live(text)}
            @input=${this.onInput}
            @keydown=${this.onKey}
          ></textarea>
          ${text.length < countFrom ? nothing : renderCount(text.length)}
          <button type="submit" class="send-button" aria-label=${this.composing.kind === 'edit' ? 'Save' : 'Send'}>
            ${icons.send}
          </button>
        </div>
      </form>
    `;
  }

  private renderPurpose(): TemplateResult | typeof nothing {
    const { composing } = this;
    if (composing.kind === 'message') return nothing;
    const purpose =
      composing.kind === 'edit'
        ? html`Editing your message`
        : html`Replying to <strong>${composing.to.createdBy.username}</strong>`;
    return html`<p class="compose-purpose">
      <span>${purpose}</span>
      <button type="button" class="link-button" @click=${this.cancel}>Cancel <kbd>Esc</kbd></button>
    </p>`;
  }

  private get input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  private onInput(): void {
    this.drafts.set(this.draftKey, this.input?.value ?? '');
    this.refusal = undefined;
    if (this.problem !== undefined) this.chat.forgetProblem();
    if (this.text !== '' && this.composing.kind !== 'edit') this.chat.tellTyping();
    this.requestUpdate();
  }

  private onKey(event: KeyboardEvent): void {
    // An input method takes Enter, Escape and the arrows for itself.
    if (event.isComposing) return;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey) void this.submit();
    else if (event.key === 'Escape' && this.composing.kind !== 'message') this.cancel();
    else if (event.key === 'ArrowUp' && isPlain && this.text === '') this.chat.editLast();
    else return;
    event.preventDefault();
  }

  private onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void this.submit();
  }

  private cancel(): void {
    if (this.composing.kind === 'edit') this.drafts.delete(this.draftKey);
    this.refusal = undefined;
    this.chat.compose({ kind: 'message' });
    this.input?.focus();
  }

  /** The box is free for the next message at once; what could not be sent comes back to it. */
  private async submit(): Promise<void> {
    const { chat, text, composing, draftKey } = this;
    if (text.trim() === '') return;
    this.refusal = undefined;
    this.drafts.delete(draftKey);
    chat.compose({ kind: 'message' });
    try {
      await chat.submit(text, composing);
    } catch (error) {
      const typedSince = this.drafts.get(draftKey);
      this.drafts.set(draftKey, typedSince === undefined ? text : `${text}\n${typedSince}`);
      this.refusal = `Not sent: ${messageOf(error)}`;
      if (this.composing.kind === 'message') chat.compose(composing);
    }
  }
}

function renderCount(length: number): TemplateResult {
  const classes = length > longest ? 'compose-count compose-count-over' : 'compose-count';
  return html`<span class=${classes}>${length} / ${longest}</span>`;
}

customElements.define('sandbox-compose', ComposeBox);
