import type { Channel, ChannelId, TeamId, UserId } from '@botwright/protocol';
import { isIn, joinVoice, leaveVoice, moveVoice, setVoiceMetadata } from '../changes/voice.js';
import { Refusal } from '../refusal.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { demandRight, demandType, reachTeamChannel } from './reach.js';

export const voiceEndpoints = endpoints({
  getVoiceCredentials(call) {
    const channel = reachRoom(call, call.params);
    const { isMuted, isDeafened } = call.query;
    demandRoomFor(channel, call.caller.id);
    return { token: call.apply(joinVoice(channel.id, call.caller.id, { isMuted, isDeafened })) };
  },

  updateVoiceMetadata(call) {
    const channel = reachRoom(call, call.params);
    const { isMuted, isDeafened } = call.body;
    demandPresence(channel, call.caller.id);
    call.apply(setVoiceMetadata(channel, call.caller.id, { isMuted, isDeafened }));
    return { data: { isMuted, isDeafened } };
  },

  leaveVoiceChannel(call) {
    const channel = reachRoom(call, call.params);
    demandPresence(channel, call.caller.id);
    call.apply(leaveVoice(channel, call.caller.id));
    return {};
  },

  moveMember(call) {
    const { teamId } = call.params;
    const { userId, fromChannelId } = call.body;
    const to = reachRoom(call, call.params);
    const from = demandType(reachTeamChannel(call, { teamId, channelId: fromChannelId }).channel, 'voice');
    demandPresence(from, userId);
    if (from.id === to.id) throw Refusal.badInput('fromChannelId must be another channel than that of the path');
    demandRoomFor(to, userId);
    call.apply(moveVoice(from, to, userId));
    return {};
  },

  disconnectMember(call) {
    const channel = reachRoom(call, call.params);
    demandPresence(channel, call.params.userId);
    call.apply(leaveVoice(channel, call.params.userId));
    return {};
  },
});

/** A voice channel in which the caller holds the right that the operation asks for. */
function reachRoom(call: AnyCall, path: { readonly teamId: TeamId; readonly channelId: ChannelId }): Channel {
  const { team, channel } = reachTeamChannel(call, path);
  demandType(channel, 'voice');
  demandRight(call, { team, channel });
  return channel;
}

function demandPresence(channel: Channel, userId: UserId): void {
  if (!isIn(channel, userId)) throw Refusal.unknown('participant', userId);
}

function demandRoomFor({ name, userLimit, participants }: Channel, userId: UserId): void {
  const others = participants.filter(({ id }) => id !== userId).length;
  // No source says so, yet 0 is a common way to say that there is no limit.
  if (!userLimit || others < userLimit) return;
  throw Refusal.forbidden('CHANNEL_FULL', `channel #${name} holds ${userLimit} and is full`);
}
