import type {
  Announcement,
  Category,
  Channel,
  ChannelId,
  DirectMessage,
  Emoji,
  Member,
  Message,
  MessageId,
  Role,
  Team,
  TeamId,
  TodoItem,
  User,
  UserId,
} from '@botwright/protocol';

export interface TeamState {
  readonly team: Team;
  /** The one on top first. */
  readonly channels: readonly Channel[];
  /** Likewise. */
  readonly categories: readonly Category[];
  readonly roles: readonly Role[];
  readonly members: ReadonlyMap<UserId, Member>;
  /** The team's own reactions. */
  readonly emojis: readonly Emoji[];
}

export interface History {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Messages that others answer, known though they lie further back. */
  readonly quoted: ReadonlyMap<MessageId, Message>;
  readonly hasEarlier: boolean;
}

/** What the message box is busy with. */
export type Composing =
  | { readonly kind: 'message' }
  | { readonly kind: 'reply'; readonly to: Message }
  | { readonly kind: 'edit'; readonly message: Message };

/** Everything one person sees. Plain data, replaced and never changed. */
export interface ChatState {
  readonly me: User | undefined;
  readonly teams: ReadonlyMap<TeamId, TeamState>;
  readonly directMessages: readonly DirectMessage[];
  readonly histories: ReadonlyMap<ChannelId, History>;
  /** Oldest first, by to-do channel. */
  readonly todos: ReadonlyMap<ChannelId, readonly TodoItem[]>;
  /** Newest first, by announcement channel. */
  readonly announcements: ReadonlyMap<ChannelId, readonly Announcement[]>;
  /** Names of everybody seen, for mentions of people who left. */
  readonly names: ReadonlyMap<UserId, string>;
  readonly unread: ReadonlySet<ChannelId>;
  /** Who types where. */
  readonly typists: ReadonlyMap<ChannelId, ReadonlySet<UserId>>;
  readonly openChannelId: ChannelId | undefined;
  readonly composing: Composing;
}

export const emptyState: ChatState = {
  me: undefined,
  teams: new Map(),
  directMessages: [],
  histories: new Map(),
  todos: new Map(),
  announcements: new Map(),
  names: new Map(),
  unread: new Set(),
  typists: new Map(),
  openChannelId: undefined,
  composing: { kind: 'message' },
};

export const emptyHistory: History = { messages: [], quoted: new Map(), hasEarlier: false };

export function findChannel(state: ChatState, id: ChannelId | undefined): Channel | undefined {
  for (const { channels } of state.teams.values()) {
    const channel = channels.find((each) => each.id === id);
    if (channel) return channel;
  }
  return undefined;
}

export function teamOf(state: ChatState, channel: Channel | undefined): TeamState | undefined {
  return channel && state.teams.get(channel.teamId);
}

/** The message that another answers: `undefined` when it is gone. */
export function quotedBy(history: History, message: Message): Message | undefined {
  return history.messages.find(({ id }) => id === message.replyTo) ?? history.quoted.get(message.replyTo ?? '');
}

/** The message that is being answered or edited. */
export function subjectOf(composing: Composing): Message | undefined {
  if (composing.kind === 'reply') return composing.to;
  return composing.kind === 'edit' ? composing.message : undefined;
}

/** The newest message this person wrote in the open channel. */
export function lastOwnMessage(state: ChatState): Message | undefined {
  const { messages } = state.histories.get(state.openChannelId ?? '') ?? emptyHistory;
  return messages.findLast((message) => message.createdBy.id === state.me?.id);
}

/** A member's roles, the highest first. */
export function rolesOf(team: TeamState, member: Member): Role[] {
  return team.roles.filter((role) => member.roles.includes(role.id)).sort((a, b) => b.priority - a.priority);
}
