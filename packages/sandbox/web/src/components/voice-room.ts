import type { Channel } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { Chat } from '../chat.js';
import type { Participant } from '../reducers/voice.js';
import type { ChatState } from '../state.js';
import { Attempt } from './attempt.js';
import { PageElement } from './page-element.js';
import { participantRow } from './participant-row.js';

/** A voice room as a list of people. Nothing is heard: the service's media protocol is not documented. */
export class VoiceRoom extends PageElement {
  static override properties = {
    chat: { attribute: false },
    state: { attribute: false },
    channel: { attribute: false },
  };
  declare chat: Chat;
  declare state: ChatState;
  declare channel: Channel;

  private readonly attempt = new Attempt(this);

  protected override render(): TemplateResult {
    const { participants, name } = this.channel;
    const me = participants.find(({ id }) => id === this.state.me?.id);
    return html`<div class="sheet">
      <div class="sheet-rows">
        ${
          participants.length === 0
            ? html`<p class="empty"><span class="empty-title">Nobody is in ${name}</span></p>`
            : html`<ul class="room" aria-label="People in ${name}">
                ${participants.map((each) => html`<li class="room-person">${participantRow(this.state, each)}</li>`)}
              </ul>`
        }
        ${this.attempt.render()}
        <p class="room-buttons">${me ? this.renderControls(me) : this.renderJoin()}</p>
        ${me ? html`<p class="room-note">The sandbox carries no sound: a voice room is who is in it.</p>` : nothing}
      </div>
    </div>`;
  }

  private renderJoin(): TemplateResult {
    return html`<button type="button" class="button button-primary" @click=${this.join}>Join</button>`;
  }

  private renderControls(me: Participant): TemplateResult {
    const isMuted = me['isMuted'] === true;
    const isDeafened = me['isDeafened'] === true;
    return html`
      ${this.renderSwitch('Mute', isMuted, () => this.say(!isMuted, isDeafened))}
      ${this.renderSwitch('Deafen', isDeafened, () => this.say(isMuted, !isDeafened))}
      <button type="button" class="button" @click=${this.leave}>Leave</button>
    `;
  }

  private renderSwitch(label: string, isOn: boolean, toggle: () => void): TemplateResult {
    return html`<button type="button" class="button" aria-pressed=${isOn} @click=${toggle}>${label}</button>`;
  }

  private get path() {
    return { teamId: this.channel.teamId, channelId: this.channel.id };
  }

  private join(): void {
    void this.attempt.run(() => this.chat.call('getVoiceCredentials', { path: this.path, query: {} }));
  }

  private leave(): void {
    void this.attempt.run(() => this.chat.call('leaveVoiceChannel', { path: this.path }));
  }

  private say(isMuted: boolean, isDeafened: boolean): void {
    const body = { isMuted, isDeafened };
    void this.attempt.run(() => this.chat.call('updateVoiceMetadata', { path: this.path, body }));
  }
}

customElements.define('sandbox-voice', VoiceRoom);
