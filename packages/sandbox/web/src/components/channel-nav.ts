import {
  type CategoryId,
  type Channel,
  type ChannelId,
  type DirectMessage,
  privateChannelName,
} from '@botwright/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { conversationName, isOpenable } from '../place.js';
import type { ChatState, TeamState } from '../state.js';
import { channelKind } from './channel-kinds.js';
import { icons } from './icons.js';
import { PageElement } from './page-element.js';
import { participantRow } from './participant-row.js';

/** Where a person can go: the channels of their teams by category, and their conversations. */
export class ChannelNav extends PageElement {
  static override properties = {
    state: { attribute: false },
    open: { attribute: false },
    collapsed: { state: true },
  };
  declare state: ChatState;
  declare open: (channelId: ChannelId) => void;
  declare collapsed: ReadonlySet<CategoryId>;

  constructor() {
    super();
    this.collapsed = new Set();
  }

  protected override render(): TemplateResult {
    return html`
      <nav class="channels" aria-labelledby="channels-heading">
        <h2 class="side-heading" id="channels-heading">Channels</h2>
        ${[...this.state.teams.values()].map((team) => this.renderTeam(team))}
      </nav>
      <nav class="channels" aria-labelledby="direct-heading">
        <h2 class="side-heading" id="direct-heading">Direct messages</h2>
        ${this.renderConversations()}
      </nav>
    `;
  }

  private renderTeam({ team, channels, categories }: TeamState): TemplateResult {
    const known = new Set(categories.map(({ id }) => id));
    const loose = channels.filter(({ parentId }) => parentId === null || !known.has(parentId));
    return html`
      ${this.renderList(`in-${team.id}`, team.name, loose)}
      ${categories.map(({ id, name }) =>
        this.renderCategory(
          id,
          name,
          channels.filter(({ parentId }) => parentId === id),
        ),
      )}
    `;
  }

  private renderCategory(id: CategoryId, name: string, channels: readonly Channel[]): TemplateResult {
    const isCollapsed = this.collapsed.has(id);
    const shown = isCollapsed ? channels.filter((channel) => this.standsOut(channel)) : channels;
    return html`<h3 class="category">
        <button
          type="button"
          class="category-toggle"
          aria-expanded=${!isCollapsed}
          aria-controls="in-${id}"
          @click=${() => this.toggle(id)}
        >
          ${icons.chevron}<span class="channel-name">${name}</span>
        </button>
      </h3>
      ${this.renderList(`in-${id}`, name, shown)}`;
  }

  private renderList(id: string, label: string, channels: readonly Channel[]): TemplateResult {
    return html`<ul class="channel-list" id=${id} aria-label=${label}>
      ${repeat(
        channels,
        (channel) => channel.id,
        (channel) => html`<li>${isOpenable(channel) ? this.renderChannel(channel) : closedRow(channel)}</li>`,
      )}
    </ul>`;
  }

  private renderChannel(channel: Channel): TemplateResult {
    const { sign, name } = channelKind(channel);
    return html`
      ${this.renderButton(channel.id, sign, channel.name, name)}
      ${
        channel.participants.length > 0
          ? html`<ul class="participants" aria-label="In ${channel.name}">
              ${channel.participants.map((participant) => html`<li>${participantRow(this.state, participant)}</li>`)}
            </ul>`
          : nothing
      }
    `;
  }

  private renderConversations(): TemplateResult {
    const { directMessages } = this.state;
    if (directMessages.length === 0) {
      return html`<p class="side-note">Write to somebody from their entry under Members.</p>`;
    }
    return html`<ul class="channel-list" aria-label="Conversations">
      ${repeat(
        directMessages.toSorted(byLastMessage),
        ({ channelId }) => channelId,
        (each) => html`<li>${this.renderButton(each.channelId, '@', conversationName(this.state, each), '')}</li>`,
      )}
    </ul>`;
  }

  private renderButton(id: ChannelId, sign: TemplateResult | string, name: string, kind: string): TemplateResult {
    const isUnread = this.state.unread.has(id);
    return html`<button
      type="button"
      class=${isUnread ? 'channel channel-unread' : 'channel'}
      aria-current=${id === this.state.openChannelId ? 'page' : 'false'}
      @click=${() => this.open(id)}
    >
      <span class="channel-sign" aria-hidden="true">${sign}</span>
      <span class="channel-name">${name}</span>
      ${kind === '' ? nothing : html`<span class="visually-hidden">${kind}</span>`}
      ${isUnread ? html`<span class="unread-dot"><span class="visually-hidden">unread</span></span>` : nothing}
    </button>`;
  }

  /** Stays visible in a collapsed category. */
  private standsOut({ id }: Channel): boolean {
    return id === this.state.openChannelId || this.state.unread.has(id);
  }

  private toggle(id: CategoryId): void {
    const collapsed = new Set(this.collapsed);
    if (!collapsed.delete(id)) collapsed.add(id);
    this.collapsed = collapsed;
  }
}

/** A channel that this page does not show, or that the person may not see. */
function closedRow(channel: Channel): TemplateResult {
  const { sign, name } = channelKind(channel);
  const isPrivate = channel.name === privateChannelName;
  return html`<p class="channel channel-other">
    <span class="channel-sign" aria-hidden="true">${isPrivate ? icons.lock : sign}</span>
    <span class="channel-name">${isPrivate ? 'private channel' : channel.name}</span>
    ${isPrivate ? nothing : html`<span class="channel-kind">${name}</span>`}
  </p>`;
}

function byLastMessage(a: DirectMessage, b: DirectMessage): number {
  const at = ({ lastMessage, createdAt }: DirectMessage): number => Date.parse(lastMessage?.createdAt ?? createdAt);
  return at(b) - at(a);
}

customElements.define('sandbox-channels', ChannelNav);
