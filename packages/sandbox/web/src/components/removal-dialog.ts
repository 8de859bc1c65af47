import type { Member, TeamId } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { Chat } from '../chat.js';
import { Attempt } from './attempt.js';
import { ModalDialog } from './modal-dialog.js';

/** Asks once more before somebody is removed from a team, for now or for good. */
export class RemovalDialog extends ModalDialog {
  static override properties = {
    ...ModalDialog.properties,
    chat: { attribute: false },
    teamId: { attribute: false },
    member: { attribute: false },
    bans: { attribute: false },
  };
  declare chat: Chat;
  declare teamId: TeamId;
  declare member: Member;
  /** Whether the member may not come back. */
  declare bans: boolean;

  private readonly attempt = new Attempt(this);

  private get verb(): string {
    return this.bans ? 'Ban' : 'Kick';
  }

  protected override get heading(): string {
    return `${this.verb} ${this.member.username}?`;
  }

  protected override renderBody(): TemplateResult {
    const what = this.bans ? 'leave the team and cannot come back until unbanned' : 'leave the team and can come back';
    return html`<form @submit=${this.submit}>
      ${this.attempt.render()}
      <p class="dialog-note">They ${what}.</p>
      ${
        this.bans
          ? html`<label class="field">
              <span class="field-label">Reason (optional)</span>
              <input class="field-input" name="reason" autocomplete="off" autofocus />
            </label>`
          : nothing
      }
      <p class="dialog-buttons">
        <button type="button" class="button" @click=${this.close}>Cancel</button>
        <button type="submit" class="button button-danger">${this.verb}</button>
      </p>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const reason = this.querySelector('input')?.value.trim() ?? '';
    if (await this.attempt.run(() => this.removeMember(reason))) this.close();
  }

  private async removeMember(reason: string): Promise<void> {
    const path = { teamId: this.teamId, userId: this.member.id };
    if (this.bans) await this.chat.call('banUser', { path, body: reason === '' ? {} : { reason } });
    else await this.chat.call('kickMember', { path });
  }
}

customElements.define('sandbox-removal', RemovalDialog);
