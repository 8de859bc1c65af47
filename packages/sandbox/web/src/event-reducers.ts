import type {
  Channel,
  ChannelId,
  EventKind,
  EventPayload,
  GatewayEvent,
  Member,
  Message,
  User,
} from '@botwright/protocol';
import { type ChatState, type History, subjectOf, type TeamState } from './state.js';

type Reducers = { readonly [Kind in EventKind]?: (state: ChatState, data: EventPayload<Kind>) => ChatState };

/** What each event does to what a person sees. Applying one twice is the same as applying it once. */
const reducers: Reducers = {
  MESSAGE_SEND(state, { message, channelId }) {
    const stopped = withoutTypist(named(state, message.createdBy), channelId, message.createdBy.id);
    const isElsewhere = channelId !== state.openChannelId && message.createdBy.id !== state.me?.id;
    const unread = isElsewhere ? new Set(state.unread).add(channelId) : state.unread;
    return withHistory({ ...stopped, unread }, channelId, (history) => ({
      ...history,
      messages: [...history.messages.filter(({ id }) => id !== message.id), message].sort(byTime),
    }));
  },
  MESSAGE_UPDATED(state, { message, channelId }) {
    return withHistory(state, channelId, (history) => ({
      ...history,
      messages: history.messages.map((each) => (each.id === message.id ? message : each)),
      quoted: history.quoted.has(message.id) ? new Map(history.quoted).set(message.id, message) : history.quoted,
    }));
  },
  MESSAGE_DELETED(state, { messageId, channelId }) {
    const isSubject = subjectOf(state.composing)?.id === messageId;
    const left: ChatState = isSubject ? { ...state, composing: { kind: 'message' } } : state;
    return withHistory(left, channelId, (history) => ({
      ...history,
      messages: history.messages.filter(({ id }) => id !== messageId),
      quoted: new Map([...history.quoted].filter(([id]) => id !== messageId)),
    }));
  },
  CHANNEL_CREATED: (state, { channel, teamId }) => withChannel(state, teamId, channel),
  CHANNEL_UPDATED: (state, { channel, teamId }) => withChannel(state, teamId, channel),
  CHANNEL_DELETED(state, { channelId, teamId }) {
    const histories = new Map([...state.histories].filter(([id]) => id !== channelId));
    return withTeam({ ...state, histories }, teamId, (team) => ({
      ...team,
      channels: team.channels.filter(({ id }) => id !== channelId),
    }));
  },
  CHANNEL_TYPING(state, { channelId, userId }) {
    if (userId === state.me?.id) return state;
    const typists = new Set(state.typists.get(channelId)).add(userId);
    return { ...state, typists: new Map(state.typists).set(channelId, typists) };
  },
  PRESENCE_UPDATE(state, { userId, presence }) {
    if (presence === undefined) return state;
    const teams = new Map([...state.teams].map(([id, team]) => [id, withPresence(team, userId, presence)]));
    return { ...state, teams };
  },
  USER_JOINED_TEAM(state, { user, teamId, member }) {
    const joined = { joinedAt: null, roles: [], teamId, ...user, ...(member as Partial<Member>) };
    return withTeam(named(state, user), teamId, (team) => ({
      ...team,
      members: new Map(team.members).set(user.id, joined),
    }));
  },
  USER_LEFT_TEAM(state, { member, teamId }) {
    if (member.id === state.me?.id) {
      return { ...state, teams: new Map([...state.teams].filter(([id]) => id !== teamId)) };
    }
    return withTeam(state, teamId, (team) => ({
      ...team,
      members: new Map([...team.members].filter(([id]) => id !== member.id)),
    }));
  },
};

/** What a person sees after an event; kinds that change nothing on the page leave it as it is. */
export function applyEvent(state: ChatState, event: GatewayEvent): ChatState {
  if (!Object.hasOwn(reducers, event.kind)) return state;
  const reduce = reducers[event.kind] as (state: ChatState, data: unknown) => ChatState;
  return reduce(state, event.data);
}

/** Somebody stopped typing, or has not been heard of for a while. */
export function withoutTypist(state: ChatState, channelId: ChannelId, userId: string): ChatState {
  const here = state.typists.get(channelId);
  if (!here?.has(userId)) return state;
  const typists = new Set([...here].filter((id) => id !== userId));
  return { ...state, typists: new Map(state.typists).set(channelId, typists) };
}

/** Order of a conversation. Messages of the same millisecond stay as they came. */
export function byTime(a: Message, b: Message): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt);
}

function named(state: ChatState, user: User): ChatState {
  if (state.names.get(user.id) === user.username) return state;
  return { ...state, names: new Map(state.names).set(user.id, user.username) };
}

/** A channel nobody has looked at yet has no history to change: it is loaded when it is opened. */
function withHistory(state: ChatState, channelId: ChannelId, change: (history: History) => History): ChatState {
  const history = state.histories.get(channelId);
  if (!history) return state;
  return { ...state, histories: new Map(state.histories).set(channelId, change(history)) };
}

function withTeam(state: ChatState, teamId: string, change: (team: TeamState) => TeamState): ChatState {
  const team = state.teams.get(teamId);
  if (!team) return state;
  return { ...state, teams: new Map(state.teams).set(teamId, change(team)) };
}

function withChannel(state: ChatState, teamId: string, channel: Channel): ChatState {
  return withTeam(state, teamId, (team) => ({
    ...team,
    channels: team.channels.some(({ id }) => id === channel.id)
      ? team.channels.map((each) => (each.id === channel.id ? channel : each))
      : [...team.channels, channel],
  }));
}

function withPresence(team: TeamState, userId: string, presence: number): TeamState {
  const member = team.members.get(userId);
  if (!member) return team;
  return { ...team, members: new Map(team.members).set(userId, { ...member, presence }) };
}
