import type { Channel } from '@botwright/protocol';
import { html, type TemplateResult } from 'lit';
import { type ChatState, isChat, type TeamState } from '../state.js';

/** Kinds of channel whose name on the wire is not how people write it. */
const kindNames: Readonly<Record<string, string>> = {
  todo: 'to-do',
  watchstream: 'watch-stream',
};

/** The channels of every team the person is in, by category. Only text channels can be opened. */
export function channelNav(state: ChatState, open: (channelId: string) => void): TemplateResult {
  return html`<nav class="channels" aria-labelledby="channels-heading">
    <h2 class="side-heading" id="channels-heading">Channels</h2>
    ${[...state.teams.values()].map((team) => teamChannels(team, state, open))}
  </nav>`;
}

function teamChannels(team: TeamState, state: ChatState, open: (channelId: string) => void): TemplateResult {
  const known = new Set(team.categories.map(({ id }) => id));
  const loose = team.channels.filter(({ parentId }) => parentId === null || !known.has(parentId));
  return html`
    ${channelList(team.team.name, loose, state, open)}
    ${team.categories.map((category) => {
      const inside = team.channels.filter(({ parentId }) => parentId === category.id);
      return html`<h3 class="category">${category.name}</h3>
        ${channelList(category.name, inside, state, open)}`;
    })}
  `;
}

function channelList(
  label: string,
  channels: readonly Channel[],
  state: ChatState,
  open: (channelId: string) => void,
): TemplateResult {
  return html`<ul class="channel-list" aria-label=${label}>
    ${channels.map((channel) => html`<li>${isChat(channel) ? chatButton(channel, state, open) : otherKind(channel)}</li>`)}
  </ul>`;
}

function chatButton(channel: Channel, state: ChatState, open: (channelId: string) => void): TemplateResult {
  const isOpen = channel.id === state.openChannelId;
  const isUnread = state.unread.has(channel.id);
  return html`<button
    type="button"
    class=${isUnread ? 'channel channel-unread' : 'channel'}
    aria-current=${isOpen ? 'page' : 'false'}
    @click=${() => open(channel.id)}
  >
    <span class="channel-sign" aria-hidden="true">#</span>
    <span class="channel-name">${channel.name}</span>
    ${isUnread ? html`<span class="unread-dot"><span class="visually-hidden">unread</span></span>` : ''}
  </button>`;
}

function otherKind(channel: Channel): TemplateResult {
  return html`<p class="channel channel-other" title="This page shows text channels only">
    <span class="channel-sign" aria-hidden="true">–</span>
    <span class="channel-name">${channel.name}</span>
    <span class="channel-kind">${kindNames[channel.type] ?? channel.type}</span>
  </p>`;
}
