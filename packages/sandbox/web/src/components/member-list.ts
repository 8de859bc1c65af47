import type { Member, Presence } from '@botwright/protocol';
import { html, type TemplateResult } from 'lit';
import { rolesOf, type TeamState } from '../state.js';
import { avatar } from './avatar.js';
import { botTag, ownerTag, roleTag } from './tags.js';

const presenceNames: Readonly<Record<Presence, string>> = {
  0: 'offline',
  1: 'online',
  2: 'idle',
  3: 'do not disturb',
};

/** Who is in the team, those present first, the highest role above. */
export function memberList(team: TeamState | undefined, ownId: string | undefined): TemplateResult {
  const members = team ? [...team.members.values()].sort(byStanding(team)) : [];
  return html`<aside class="members" aria-labelledby="members-heading">
    <h2 class="side-heading" id="members-heading">Members</h2>
    <ul class="member-list" aria-label="Members">
      ${team && members.map((member) => memberRow(team, member, member.id === ownId))}
    </ul>
  </aside>`;
}

function memberRow(team: TeamState, member: Member, isMe: boolean): TemplateResult {
  const isOwner = member.id === team.team.createdBy;
  const presence = presenceNames[member.presence] ?? 'offline';
  return html`<li class="member" data-presence=${member.presence}>
    <span class="member-picture">${avatar(member)}<span class="presence-dot" title=${presence}></span></span>
    <span class="member-text">
      <span class="member-name"
        >${member.username}${isMe ? html` <span class="member-you">you</span>` : ''}
        <span class="visually-hidden">${presence}</span></span
      >
      <span class="member-tags">
        ${botTag(member)} ${isOwner ? ownerTag() : ''} ${rolesOf(team, member).map(roleTag)}
      </span>
    </span>
  </li>`;
}

function byStanding(team: TeamState) {
  const rank = (member: Member): number =>
    member.id === team.team.createdBy ? Number.POSITIVE_INFINITY : (rolesOf(team, member)[0]?.priority ?? -1);
  const presentFirst = (member: Member): number => (member.presence === 0 ? 1 : 0);
  return (a: Member, b: Member): number =>
    presentFirst(a) - presentFirst(b) || compare(rank(b), rank(a)) || a.username.localeCompare(b.username);
}

/** Subtraction would give no answer for two infinities. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
