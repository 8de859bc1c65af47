import type { Channel, ChannelId, TeamId } from '@botwright/protocol';
import type { ChatState, TeamState } from '../state.js';
import { replaced, withChannels, withEachTeam, without, withTeam } from './change-state.js';
import type { Reducers } from './reducers.js';

export const channelReducers: Reducers = {
  CHANNEL_CREATED: (state, { channel, teamId }) => withChannel(state, teamId, channel),
  CHANNEL_UPDATED: (state, { channel, teamId }) => withChannel(state, teamId, channel),
  CHANNEL_DELETED(state, { channelId, teamId }) {
    const forgotten = {
      ...state,
      histories: withoutEntry(state.histories, channelId),
      todos: withoutEntry(state.todos, channelId),
      announcements: withoutEntry(state.announcements, channelId),
    };
    return withTeam(forgotten, teamId, (team) => ({ ...team, channels: without(team.channels, channelId) }));
  },
  // Names no team for sure; ids are the channels' own.
  CHANNELS_PRIORITY_UPDATED: (state, { order }) =>
    withEachTeam(state, (team) => ({ ...team, channels: inOrder(team.channels, order) })),
  CATEGORY_CREATED: (state, { category, teamId }) =>
    withTeam(state, teamId, (team) => ({ ...team, categories: byPriority(replaced(team.categories, category)) })),
  CATEGORY_UPDATED: (state, { category, teamId }) =>
    withTeam(state, teamId, (team) => ({ ...team, categories: byPriority(replaced(team.categories, category)) })),
  CATEGORY_DELETED: (state, { categoryId }) =>
    withEachTeam(state, (team) => ({ ...freed(team, categoryId), categories: without(team.categories, categoryId) })),
  CATEGORIES_PRIORITY_UPDATED: (state, { order }) =>
    withEachTeam(state, (team) => ({ ...team, categories: inOrder(team.categories, order) })),
};

/** The lowest number is on top; a thing without one stands there too. */
export function byPriority<Thing extends { readonly priority: number | null }>(things: readonly Thing[]): Thing[] {
  return things.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
}

function inOrder<Thing extends { readonly id: string; readonly priority: number | null }>(
  things: readonly Thing[],
  order: readonly string[],
): Thing[] {
  return byPriority(
    things.map((thing) => (order.includes(thing.id) ? { ...thing, priority: order.indexOf(thing.id) } : thing)),
  );
}

function withChannel(state: ChatState, teamId: TeamId, channel: Channel): ChatState {
  return withTeam(state, teamId, (team) => {
    const before = team.channels.find(({ id }) => id === channel.id);
    return { ...team, channels: byPriority(replaced(team.channels, before ? withSigns(channel, before) : channel)) };
  });
}

/** Who is muted in a voice channel is told by other events, and need not stand in the channel. */
function withSigns(channel: Channel, before: Channel): Channel {
  const known = new Map(before.participants.map((participant) => [participant.id, participant]));
  return {
    ...channel,
    participants: channel.participants.map((participant) => ({ ...known.get(participant.id), ...participant })),
  };
}

/** The channels of a category outlive it. */
function freed(team: TeamState, categoryId: string): TeamState {
  return withChannels(team, (channel) => (channel.parentId === categoryId ? { ...channel, parentId: null } : channel));
}

function withoutEntry<Value>(map: ReadonlyMap<ChannelId, Value>, channelId: ChannelId): ReadonlyMap<ChannelId, Value> {
  return new Map([...map].filter(([id]) => id !== channelId));
}
