import type { Channel, ChannelId, UserId } from '@botwright/protocol';
import type { TeamState } from '../state.js';
import { named, withChannels, withEachTeam } from './change-state.js';
import type { Reducers } from './reducers.js';

export type Participant = Channel['participants'][number];

export const voiceReducers: Reducers = {
  USER_JOINED_VOICE_CHANNEL: (state, { user, channelId }) =>
    withEachTeam(named(state, user), (team) => withPersonIn(team, channelId, user.id)),
  USER_LEFT_VOICE_CHANNEL: (state, { user, channelId }) =>
    withEachTeam(state, (team) =>
      withChannels(team, (channel) => (channel.id === channelId ? withoutParticipant(channel, user.id) : channel)),
    ),
  VOICE_CHANNEL_MOVE: (state, { userId, toChannelId }) =>
    withEachTeam(state, (team) => withPersonIn(team, toChannelId, userId)),
  USER_UPDATED_VOICE_METADATA: (state, { user, channelId, isMuted, isDeafened }) =>
    withEachTeam(state, (team) =>
      withChannels(team, (channel) => {
        if (channel.id !== channelId) return channel;
        const participants = channel.participants.map((each) =>
          each.id === user.id ? { ...each, isMuted, isDeafened } : each,
        );
        return { ...channel, participants };
      }),
    ),
};

/** A person is in one voice channel of a team at most, so whoever comes into one leaves the others. */
function withPersonIn(team: TeamState, channelId: ChannelId, userId: UserId): TeamState {
  const room = team.channels.find(({ id }) => id === channelId);
  if (!room) return team;
  const found = team.channels.flatMap(({ participants }) => participants).find(({ id }) => id === userId);
  if (room.participants.some(({ id }) => id === userId)) return team;
  return withChannels(withoutPerson(team, userId), (channel) =>
    channel.id === channelId
      ? { ...channel, participants: [...channel.participants, found ?? { id: userId }] }
      : channel,
  );
}

/** Takes a person out of every voice channel of a team. */
export function withoutPerson(team: TeamState, userId: UserId): TeamState {
  return withChannels(team, (channel) => withoutParticipant(channel, userId));
}

function withoutParticipant(channel: Channel, userId: UserId): Channel {
  if (!channel.participants.some(({ id }) => id === userId)) return channel;
  return { ...channel, participants: channel.participants.filter(({ id }) => id !== userId) };
}
