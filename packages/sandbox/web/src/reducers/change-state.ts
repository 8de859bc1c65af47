import type { Channel, ChannelId, Member, TeamId, User, UserId } from '@botwright/protocol';
import type { ChatState, TeamState } from '../state.js';

export function named(state: ChatState, user: User): ChatState {
  if (state.names.get(user.id) === user.username) return state;
  return { ...state, names: new Map(state.names).set(user.id, user.username) };
}

export function withTeam(state: ChatState, teamId: TeamId, change: (team: TeamState) => TeamState): ChatState {
  const team = state.teams.get(teamId);
  if (!team) return state;
  return { ...state, teams: new Map(state.teams).set(teamId, change(team)) };
}

/** Changes every team: for news that name none, or that are about a person wherever they are. */
export function withEachTeam(state: ChatState, change: (team: TeamState) => TeamState): ChatState {
  return { ...state, teams: new Map([...state.teams].map(([id, team]) => [id, change(team)])) };
}

export function withMember(team: TeamState, userId: UserId, change: (member: Member) => Member): TeamState {
  const member = team.members.get(userId);
  if (!member) return team;
  return { ...team, members: new Map(team.members).set(userId, change(member)) };
}

export function withChannels(team: TeamState, change: (channel: Channel) => Channel): TeamState {
  return { ...team, channels: team.channels.map(change) };
}

/** An entry changed in a map by channel; a channel nobody has looked at yet has none, and gets it when it is opened. */
export function withEntry<Value>(
  map: ReadonlyMap<ChannelId, Value>,
  channelId: ChannelId,
  change: (value: Value) => Value,
): ReadonlyMap<ChannelId, Value> {
  const value = map.get(channelId);
  return value === undefined ? map : new Map(map).set(channelId, change(value));
}

/** Puts a thing in the place of its former self, or at the end. */
export function replaced<Thing extends { readonly id: string }>(things: readonly Thing[], thing: Thing): Thing[] {
  const isKnown = things.some(({ id }) => id === thing.id);
  return isKnown ? things.map((each) => (each.id === thing.id ? thing : each)) : [...things, thing];
}

export function without<Thing extends { readonly id: string }>(things: readonly Thing[], id: string): Thing[] {
  return things.filter((thing) => thing.id !== id);
}
