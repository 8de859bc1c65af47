import type { AnswerOf, ChannelId, Operations, Ready, Team } from '@botwright/protocol';
import { byTime } from './event-reducers.js';
import { type ChatState, emptyHistory, emptyState, type TeamState } from './state.js';

/** What the service tells about a team, a call each. */
export interface TeamSnapshot {
  readonly team: Team;
  readonly channels: AnswerOf<Operations['getTeamChannels']>;
  readonly roles: AnswerOf<Operations['getTeamRoles']>;
  readonly members: AnswerOf<Operations['listMembers']>;
}

export type MessagePage = AnswerOf<Operations['getChannelMessages']>;

/** Starts over: there is no resume, so READY is a full reload. Names and what the person was doing stay. */
export function applyReady(state: ChatState, ready: Ready, teams: readonly TeamSnapshot[]): ChatState {
  const people = [ready.user, ...teams.flatMap(({ members }) => members.members)];
  return {
    ...emptyState,
    me: ready.user,
    teams: new Map(teams.map((snapshot) => [snapshot.team.id, teamState(snapshot)])),
    names: new Map([...state.names, ...people.map((user) => [user.id, user.username] as const)]),
    unread: state.unread,
    openChannelId: state.openChannelId,
    composing: state.composing,
  };
}

function teamState({ team, channels, roles, members }: TeamSnapshot): TeamState {
  return {
    team,
    channels: [...channels.channels].sort((a, b) => a.priority - b.priority),
    categories: [...channels.categories].sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0)),
    roles: roles.roles,
    members: new Map(members.members.map((member) => [member.id, member])),
  };
}

/** Joins a page of messages, newest first as the service lists them, with what is known of the channel. */
export function applyMessagePage(
  state: ChatState,
  channelId: ChannelId,
  page: MessagePage,
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
