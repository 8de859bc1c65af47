import type { ChannelId, Member, Presence, UserId } from '@botwright/protocol';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Chat } from '../chat.js';
import { holds, outranks, rankOf } from '../rights.js';
import { rolesOf, type TeamState } from '../state.js';
import { Attempt } from './attempt.js';
import { avatar } from './avatar.js';
import './bans-dialog.js';
import { icons } from './icons.js';
import { PageElement } from './page-element.js';
import './removal-dialog.js';
import { botTag, ownerTag, roleTag } from './tags.js';

const presenceNames: Readonly<Record<Presence, string>> = {
  0: 'offline',
  1: 'online',
  2: 'idle',
  3: 'do not disturb',
};

type OpenDialog = { readonly kind: 'bans' } | { readonly kind: 'kick' | 'ban'; readonly member: Member };

/** Who is in the team, those present first, the highest role above, and what one can do about each. */
export class MemberList extends PageElement {
  static override properties = {
    chat: { attribute: false },
    team: { attribute: false },
    ownId: { attribute: false },
    open: { attribute: false },
    menuOf: { state: true },
    dialog: { state: true },
  };
  declare chat: Chat;
  declare team: TeamState | undefined;
  declare ownId: UserId | undefined;
  /** Shows a conversation. */
  declare open: (channelId: ChannelId) => void;
  declare menuOf: UserId | undefined;
  declare dialog: OpenDialog | undefined;

  private readonly attempt = new Attempt(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('chat')) return;
    this.menuOf = undefined;
    this.dialog = undefined;
    this.attempt.forget();
  }

  protected override render(): TemplateResult {
    const { team } = this;
    const members = team ? [...team.members.values()].sort(byStanding(team)) : [];
    return html`<aside class="members" aria-labelledby="members-heading">
      <div class="side-head">
        <h2 class="side-heading" id="members-heading" tabindex="-1">Members</h2>
        ${
          team && holds(team, this.ownId, 'BAN_MEMBERS')
            ? html`<button type="button" class="link-button" @click=${() => this.show({ kind: 'bans' })}>Bans</button>`
            : nothing
        }
      </div>
      ${this.attempt.render()}
      <ul class="member-list" aria-label="Members">
        ${
          team &&
          repeat(
            members,
            ({ id }) => id,
            (member) => this.renderMember(team, member),
          )
        }
      </ul>
      ${team && this.renderDialog(team)}
    </aside>`;
  }

  private renderMember(team: TeamState, member: Member): TemplateResult {
    const isMe = member.id === this.ownId;
    const presence = presenceNames[member.presence] ?? 'offline';
    return html`<li class="member-entry">
      <div class="member" data-presence=${member.presence}>
        <span class="member-picture">${avatar(member)}<span class="presence-dot" title=${presence}></span></span>
        <span class="member-text">
          <span class="member-name"
            >${member.username}${isMe ? html` <span class="member-you">you</span>` : ''}
            <span class="visually-hidden">${presence}</span></span
          >
          <span class="member-tags">
            ${botTag(member)} ${member.id === team.team.createdBy ? ownerTag() : ''}
            ${rolesOf(team, member).map(roleTag)}
          </span>
        </span>
        ${isMe ? nothing : this.renderMenuButton(member)}
      </div>
      ${this.menuOf === member.id ? this.renderMenu(team, member) : nothing}
    </li>`;
  }

  private renderMenuButton({ id, username }: Member): TemplateResult {
    const isOpen = this.menuOf === id;
    const toggle = (): void => {
      this.menuOf = isOpen ? undefined : id;
    };
    return html`<button
      type="button"
      class="icon-button member-more"
      aria-label="Actions for ${username}"
      aria-expanded=${isOpen}
      @click=${toggle}
      @keydown=${this.onMenuKey}
    >
      ${icons.more}
    </button>`;
  }

  private renderMenu(team: TeamState, member: Member): TemplateResult {
    const mayRemove = outranks(team, this.ownId, member);
    const removal = (kind: 'kick' | 'ban', label: string): TemplateResult =>
      html`<button type="button" class="button" @click=${() => this.show({ kind, member })}>${label}</button>`;
    return html`<div
      class="member-menu"
      role="group"
      aria-label="Actions for ${member.username}"
      @keydown=${this.onMenuKey}
    >
      <button type="button" class="button" @click=${() => void this.converseWith(member)}>Message</button>
      ${mayRemove && holds(team, this.ownId, 'KICK_MEMBERS') ? removal('kick', 'Kick') : nothing}
      ${mayRemove && holds(team, this.ownId, 'BAN_MEMBERS') ? removal('ban', 'Ban') : nothing}
    </div>`;
  }

  private renderDialog({ team }: TeamState): TemplateResult | typeof nothing {
    const { dialog, chat } = this;
    if (!dialog) return nothing;
    const onClose = (): void => void this.closeDialog();
    if (dialog.kind === 'bans') {
      return html`<sandbox-bans .chat=${chat} .teamId=${team.id} .onClose=${onClose}></sandbox-bans>`;
    }
    return html`<sandbox-removal
      .chat=${chat}
      .teamId=${team.id}
      .member=${dialog.member}
      .bans=${dialog.kind === 'ban'}
      .onClose=${onClose}
    ></sandbox-removal>`;
  }

  private show(dialog: OpenDialog): void {
    this.dialog = dialog;
  }

  /** Whoever was removed is gone, and with them the button that had the focus. */
  private async closeDialog(): Promise<void> {
    this.dialog = undefined;
    await this.updateComplete;
    if (document.activeElement === document.body) this.querySelector<HTMLElement>('#members-heading')?.focus();
  }

  private async converseWith({ id }: Member): Promise<void> {
    this.menuOf = undefined;
    await this.attempt.run(async () => this.open(await this.chat.converseWith(id)));
  }

  private onMenuKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.menuOf === undefined) return;
    event.stopPropagation();
    this.menuOf = undefined;
    const entry = (event.currentTarget as Element).closest('.member-entry');
    entry?.querySelector<HTMLElement>('.member-more')?.focus();
  }
}

function byStanding(team: TeamState) {
  const presentFirst = (member: Member): number => (member.presence === 0 ? 1 : 0);
  return (a: Member, b: Member): number =>
    presentFirst(a) - presentFirst(b) ||
    compare(rankOf(team, b), rankOf(team, a)) ||
    a.username.localeCompare(b.username);
}

/** Subtraction would give no answer for two infinities. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

customElements.define('sandbox-members', MemberList);
