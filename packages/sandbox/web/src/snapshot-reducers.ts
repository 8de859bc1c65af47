import type { AnswerOf, ChannelId, DirectMessage, Operations, Ready, Team } from '@botwright/protocol';
import { byPriority } from './reducers/channels.js';
import { newestFirst } from './reducers/lists.js';
import { byTime } from './reducers/messages.js';
import { type ChatState, emptyHistory, emptyState, type TeamState } from './state.js';

/** What the service tells about a team, a call each. */
export interface TeamSnapshot {
  readonly team: Team;
  readonly channels: AnswerOf<Operations['getTeamChannels']>;
  readonly roles: AnswerOf<Operations['getTeamRoles']>;
  readonly members: AnswerOf<Operations['listMembers']>;
  readonly emojis: AnswerOf<Operations['getCustomReactions']>;
}

/** What the service tells about everything a person sees but the contents of channels. */
export interface Snapshot {
  readonly ready: Ready;
  readonly teams: readonly TeamSnapshot[];
  readonly directMessages: readonly DirectMessage[];
}

/** Starts over: there is no resume, so READY is a full reload. Names and what the person was doing stay. */
export function applyReady(state: ChatState, { ready, teams, directMessages }: Snapshot): ChatState {
  const fresh: ChatState = {
    ...emptyState,
    me: ready.user,
    directMessages,
    names: new Map([...state.names, [ready.user.id, ready.user.username]]),
    unread: state.unread,
    openChannelId: state.openChannelId,
    composing: state.composing,
  };
  return teams.reduce(applyTeam, fresh);
}

/** Puts a team as it was told in the place of what was known of it. */
export function applyTeam(state: ChatState, snapshot: TeamSnapshot): ChatState {
  const people = snapshot.members.members.map(({ id, username }) => [id, username] as const);
  return {
    ...state,
    teams: new Map(state.teams).set(snapshot.team.id, teamState(snapshot)),
    names: new Map([...state.names, ...people]),
  };
}

function teamState({ team, channels, roles, members, emojis }: TeamSnapshot): TeamState {
  return {
    team,
    channels: byPriority(channels.channels),
    categories: byPriority(channels.categories),
    roles: roles.roles,
    members: new Map(members.members.map((member) => [member.id, member])),
    emojis: emojis.reactions,
  };
}

/** Joins a page of messages, newest first as the service lists them, with what is known of the channel. */
export function applyMessagePage(
  state: ChatState,
  channelId: ChannelId,
  page: AnswerOf<Operations['getChannelMessages']>,
  hasEarlier: boolean,
): ChatState {
  const known = state.histories.get(channelId) ?? emptyHistory;
  const loaded = new Set(page.messages.map(({ id }) => id));
  const newer = known.messages.filter(({ id }) => !loaded.has(id));
  const messages = [...page.messages.toReversed(), ...newer].sort(byTime);
  const quoted = new Map([...known.quoted, ...page.replyMessages.map((message) => [message.id, message] as const)]);
  const authors = messages.map(({ createdBy }) => [createdBy.id, createdBy.username] as const);
  return {
    ...state,
    histories: new Map(state.histories).set(channelId, { messages, quoted, hasEarlier }),
    names: new Map([...state.names, ...authors]),
  };
}

export function applyTodos(
  state: ChatState,
  channelId: ChannelId,
  { todos }: AnswerOf<Operations['getTodoItems']>,
): ChatState {
  const oldestFirst = todos.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return { ...state, todos: new Map(state.todos).set(channelId, oldestFirst) };
}

export function applyAnnouncements(
  state: ChatState,
  channelId: ChannelId,
  { announcements }: AnswerOf<Operations['getAnnouncements']>,
): ChatState {
  const authors = announcements.map(({ createdBy }) => [createdBy.id, createdBy.username] as const);
  return {
    ...state,
    announcements: new Map(state.announcements).set(channelId, newestFirst(announcements)),
    names: new Map([...state.names, ...authors]),
  };
}

/** The conversations of the person, in place of those known. */
export function applyDirectMessages(state: ChatState, { DMs }: AnswerOf<Operations['listDirectMessages']>): ChatState {
  return { ...state, directMessages: DMs };
}
