import type { Channel, ChannelId, TeamId, UserId } from '@botwright/protocol';
import { type Change, type WorldEvent, worldEvent } from '../world/change.js';
import { existing, type WorldState, type WorldView } from '../world/state.js';
import { viewersOf } from './audience.js';

type Participant = Channel['participants'][number];

/** What somebody in a voice channel says of themself. */
interface VoiceMetadata {
  readonly isMuted: boolean;
  readonly isDeafened: boolean;
}

/** Puts a user into a voice channel. Nobody is in two: who is in one already, be it this one, leaves it first. */
export function joinVoice(channelId: ChannelId, userId: UserId, metadata: VoiceMetadata): Change<string> {
  return (state, stamp) => {
    const left = voiceChannelOf(state, userId);
    const events = left ? [leave(state, left, userId)] : [];
    const channel = existing(state.channels, channelId);
    seat(state, channel, { id: userId, ...metadata });
    return {
      answer: stamp.identities.voiceToken(),
      events: [...events, voiceEvent(state, 'USER_JOINED_VOICE_CHANNEL', channel, userId)],
    };
  };
}

export function leaveVoice(channel: Channel, userId: UserId): Change<void> {
  return (state) => ({ answer: undefined, events: [leave(state, channel, userId)] });
}

/** Ends what a user does in the voice channels of a team. */
export function leaveVoiceOfTeam(state: WorldState, teamId: TeamId, userId: UserId): WorldEvent[] {
  const channel = voiceChannelOf(state, userId);
  return channel?.teamId === teamId ? [leave(state, channel, userId)] : [];
}

export function setVoiceMetadata(channel: Channel, userId: UserId, metadata: VoiceMetadata): Change<void> {
  return (state) => {
    const participants = channel.participants.map((entry) => (entry.id === userId ? { ...entry, ...metadata } : entry));
    state.channels.set(channel.id, { ...channel, participants });
    const { user } = existing(state.accounts, userId);
    const { isMuted, isDeafened } = metadata;
    const data = { user, channelId: channel.id, teamId: channel.teamId, isStreaming: false, isMuted, isDeafened };
    return { answer: undefined, events: [worldEvent('USER_UPDATED_VOICE_METADATA', data, viewersOf(state, channel))] };
  };
}

/** Moves a user, whose credentials for the new channel go to them alone. */
export function moveVoice(from: Channel, to: Channel, userId: UserId): Change<void> {
  return (state, stamp) => {
    const entry = participant(from, userId) ?? { id: userId };
    unseat(state, from, userId);
    seat(state, to, entry);
    const data = { userId, fromChannelId: from.id, toChannelId: to.id, teamId: to.teamId };
    const [sawFrom, sawTo] = [viewersOf(state, from), viewersOf(state, to)];
    const isOther = (id: UserId) => id !== userId && (sawFrom(id) || sawTo(id));
    const token = stamp.identities.voiceToken();
    return {
      answer: undefined,
      events: [
        worldEvent('VOICE_CHANNEL_MOVE', { ...data, token }, (id) => id === userId),
        worldEvent('VOICE_CHANNEL_MOVE', { ...data, token: null }, isOther),
      ],
    };
  };
}

/** Whether somebody is in a voice channel. */
export function isIn(channel: Channel, userId: UserId): boolean {
  return participant(channel, userId) !== undefined;
}

function participant({ participants }: Channel, userId: UserId): Participant | undefined {
  return participants.find(({ id }) => id === userId);
}

function voiceChannelOf(world: WorldView, userId: UserId): Channel | undefined {
  return [...world.channels.values()].find((channel) => isIn(channel, userId));
}

function leave(state: WorldState, channel: Channel, userId: UserId): WorldEvent {
  unseat(state, channel, userId);
  return voiceEvent(state, 'USER_LEFT_VOICE_CHANNEL', channel, userId);
}

function seat(state: WorldState, channel: Channel, entry: Participant): void {
  state.channels.set(channel.id, { ...channel, participants: [...channel.participants, entry] });
}

function unseat(state: WorldState, channel: Channel, userId: UserId): void {
  const participants = channel.participants.filter(({ id }) => id !== userId);
  state.channels.set(channel.id, { ...channel, participants });
}

/** Sources disagree whether the user stands under `user` or `member`, so both are sent. */
function voiceEvent(
  world: WorldView,
  kind: 'USER_JOINED_VOICE_CHANNEL' | 'USER_LEFT_VOICE_CHANNEL',
  channel: Channel,
  userId: UserId,
): WorldEvent {
  const { user } = existing(world.accounts, userId);
  const sees = viewersOf(world, channel);
  const data = { user, member: user, channelId: channel.id, teamId: channel.teamId };
  // Whoever was removed from the team too hears of it.
  return worldEvent(kind, data, (id) => id === userId || sees(id));
}
