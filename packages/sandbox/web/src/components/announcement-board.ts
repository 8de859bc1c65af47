import type { Announcement, Channel } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Chat } from '../chat.js';
import { writeMentions } from '../mentions.js';
import { holds, isGranted } from '../rights.js';
import { type ChatState, type TeamState, teamOf } from '../state.js';
import { dayName, fullTime } from '../time-format.js';
import { attachmentView } from './attachment-view.js';
import { Attempt } from './attempt.js';
import { avatar } from './avatar.js';
import { icons } from './icons.js';
import { PageElement } from './page-element.js';
import { richText } from './rich-text.js';
import { botTag } from './tags.js';

/** The announcements of a channel, the newest on top, and the form for those who may make one. */
export class AnnouncementBoard extends PageElement {
  static override properties = {
    chat: { attribute: false },
    state: { attribute: false },
    channel: { attribute: false },
    isComposing: { state: true },
  };
  declare chat: Chat;
  declare state: ChatState;
  declare channel: Channel;
  declare isComposing: boolean;

  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    this.isComposing = false;
  }

  private get announcements(): readonly Announcement[] | undefined {
    return this.state.announcements.get(this.channel.id);
  }

  protected override render(): TemplateResult {
    const { announcements = [] } = this;
    const team = teamOf(this.state, this.channel);
    return html`<section class="sheet" tabindex="0" aria-label="Announcements in ${this.channel.name}">
      <div class="sheet-rows" aria-busy=${this.announcements === undefined}>
        ${team && isGranted(team, this.channel, this.state.me?.id, 'CREATE_ANNOUNCEMENTS') ? this.renderCompose(team) : nothing}
        ${this.attempt.render()}
        ${
          announcements.length === 0
            ? html`<p class="empty">
                <span class="empty-title">${this.announcements ? 'Nothing was announced yet' : 'Loading…'}</span>
              </p>`
            : nothing
        }
        ${repeat(
          announcements,
          ({ id }) => id,
          (announcement) => this.renderCard(team, announcement),
        )}
      </div>
    </section>`;
  }

  private renderCard(team: TeamState | undefined, announcement: Announcement): TemplateResult {
    const { id, title, content, createdBy, createdAt, attachments } = announcement;
    const mentions = { names: this.state.names, ownId: this.state.me?.id };
    return html`<article class="announcement" aria-labelledby="announcement-${id}">
      <div class="announcement-head">
        <h3 class="announcement-title" id="announcement-${id}">${title}</h3>
        ${
          team && isGranted(team, this.channel, this.state.me?.id, 'DELETE_ANNOUNCEMENTS')
            ? html`<button
                type="button"
                class="icon-button"
                aria-label="Delete ${title}"
                title="Delete"
                @click=${() => this.delete(announcement)}
              >
                ${icons.remove}
              </button>`
            : nothing
        }
      </div>
      <div class="announcement-body">${richText(content, mentions)} ${attachments.map(attachmentView)}</div>
      <p class="announcement-by">
        ${avatar(createdBy)} <span class="message-author">${createdBy.username}</span> ${botTag(createdBy)}
        <time datetime=${createdAt} title=${fullTime(createdAt)}>${dayName(createdAt)}</time>
      </p>
    </article>`;
  }

  private renderCompose(team: TeamState): TemplateResult {
    const isOpen = this.isComposing;
    return html`<div class="announce">
      <button type="button" class="button" aria-expanded=${isOpen} @click=${this.toggleCompose}>New announcement</button>
      ${isOpen ? this.renderForm(team) : nothing}
    </div>`;
  }

  private renderForm(team: TeamState): TemplateResult {
    return html`<form class="announce-form" @submit=${this.publish} @keydown=${this.onFormKey}>
      <label class="field">
        <span class="field-label">Title</span>
        <input class="field-input" name="title" required autocomplete="off" />
      </label>
      <label class="field">
        <span class="field-label">Content</span>
        <textarea class="field-input" name="content" rows="4" required></textarea>
      </label>
      ${
        holds(team, this.state.me?.id, 'MENTION_EVERYONE_AND_HERE')
          ? html`<label class="check"><input type="checkbox" name="tagEveryone" /> Tag everyone</label>`
          : nothing
      }
      <p class="announce-buttons"><button type="submit" class="button button-primary">Publish</button></p>
    </form>`;
  }

  private toggleCompose(): void {
    this.isComposing = !this.isComposing;
    if (this.isComposing) void this.updateComplete.then(() => this.querySelector<HTMLElement>('[name=title]')?.focus());
  }

  private onFormKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.stopComposing();
  }

  private stopComposing(): void {
    this.isComposing = false;
    this.querySelector<HTMLElement>('.announce button')?.focus();
  }

  private async publish(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const [data, written] = [new FormData(form), writtenIn(form)];
    const body = {
      title: String(data.get('title')).trim(),
      content: writeMentions(String(data.get('content')), this.state.names),
      tagEveryone: data.has('tagEveryone'),
    };
    const path = { channelId: this.channel.id };
    const isMade = await this.attempt.run(() => this.chat.call('createAnnouncement', { path, body }));
    // Who typed on meanwhile has not announced that yet.
    if (isMade && writtenIn(form) === written) this.stopComposing();
  }

  private delete({ id }: Announcement): void {
    const path = { channelId: this.channel.id, announcementId: id };
    void this.attempt.run(() => this.chat.call('deleteAnnouncement', { path }));
  }
}

function writtenIn(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)]);
}

customElements.define('sandbox-announcements', AnnouncementBoard);
