import type { Ban, TeamId, UserId } from '@botwright/protocol';
import { limits } from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import type { Chat } from '../chat.js';
import { dayName } from '../time-format.js';
import { Attempt } from './attempt.js';
import { ModalDialog } from './modal-dialog.js';

/** Who is banned from a team, and the way back. */
export class BansDialog extends ModalDialog {
  static override properties = {
    ...ModalDialog.properties,
    chat: { attribute: false },
    teamId: { attribute: false },
    bans: { state: true },
    names: { state: true },
  };
  declare chat: Chat;
  declare teamId: TeamId;
  /** `undefined` until they are loaded. */
  declare bans: readonly Ban[] | undefined;
  /** Of the banned, whom the page may never have seen. */
  declare names: ReadonlyMap<UserId, string>;

  private readonly attempt = new Attempt(this);

  constructor() {
    super();
    this.names = new Map();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.attempt.run(() => this.load());
  }

  protected override get heading(): string {
    return 'Bans';
  }

  protected override renderBody(): TemplateResult {
    const { bans } = this;
    return html`
      ${this.attempt.render()}
      ${bans?.length === 0 ? html`<p class="dialog-note" role="status">Nobody is banned.</p>` : nothing}
      <ul class="ban-list" aria-label="Banned people">
        ${bans?.map((ban) => this.renderBan(ban))}
      </ul>
    `;
  }

  private renderBan({ userId, reason, bannedAt }: Ban): TemplateResult {
    const name = this.names.get(userId) ?? userId;
    return html`<li class="ban">
      <p class="ban-text">
        <span class="ban-name">${name}</span>
        <span class="ban-reason">${reason || 'No reason given'}${bannedAt ? ` · ${dayName(bannedAt)}` : ''}</span>
      </p>
      <button
        type="button"
        class="button"
        aria-label="Unban ${name}"
        @click=${() => void this.attempt.run(() => this.unban(userId))}
      >
        Unban
      </button>
    </li>`;
  }

  private async load(): Promise<void> {
    const query = { limit: limits.bansPerPage.value };
    const { bans } = await this.chat.call('getBannedUsers', { path: { teamId: this.teamId }, query });
    this.names = new Map(
      await Promise.all(bans.map(async ({ userId }) => [userId, await this.nameOf(userId)] as const)),
    );
    this.bans = bans;
  }

  private async nameOf(userId: UserId): Promise<string> {
    const known = this.chat.state.names.get(userId);
    if (known !== undefined) return known;
    const { user } = await this.chat.call('getUserById', { path: { userId } });
    return user.username;
  }

  private async unban(userId: UserId): Promise<void> {
    await this.chat.call('unbanUser', { path: { teamId: this.teamId, userId } });
    await this.load();
    this.querySelector<HTMLElement>('.dialog-head button')?.focus();
  }
}

customElements.define('sandbox-bans', BansDialog);
