import type {
  CategoryId,
  Channel,
  ChannelChange,
  ChannelDraft,
  ChannelId,
  PermissionOverwriteInput,
  RoleId,
  TeamId,
  UserId,
} from '@botwright/protocol';
import type { z } from 'zod';
import { type Change, type Stamp, type WorldEvent, worldEvent } from '../world/change.js';
import { byPriority, channelsOf, newChannel } from '../world/channels.js';
import { existing, type WorldState, type WorldView } from '../world/state.js';
import { asUpdatedChannel } from '../world/views.js';
import { membersOf, viewersOf } from './audience.js';
import { overwritten } from './overwrites.js';
import { leaveVoiceOfTeam } from './voice.js';

type ReadDraft = z.output<typeof ChannelDraft>;
type ReadChange = z.output<typeof ChannelChange>;
type ReadOverwrite = z.output<typeof PermissionOverwriteInput>;

/** What can be set on a channel though no client is seen to. */
export interface ChannelSettings {
  readonly rateLimitPerUser?: number | null | undefined;
  readonly userLimit?: number | null | undefined;
}

export function createChannel(teamId: TeamId, createdBy: UserId, draft: ReadDraft): Change<Channel> {
  return (state, stamp) => {
    const { name, type, additionalData } = draft;
    const channel = newChannel(stamp, { teamId, name, type, createdBy, priority: lowestPriority(state, teamId) });
    return addChannel(state, { ...channel, additionalData: streamOf(type, additionalData) });
  };
}

/** Makes a channel like another one, with its settings and without what was said in it. */
export function duplicateChannel(original: Channel, createdBy: UserId): Change<Channel> {
  return (state, stamp) => addChannel(state, copyOf(state, stamp, original, createdBy));
}

export function updateChannel(before: Channel, change: ReadChange, settings: ChannelSettings): Change<Channel> {
  const { name, description = before.description, additionalData } = change;
  const { rateLimitPerUser = before.rateLimitPerUser, userLimit = before.userLimit } = settings;
  const stream = additionalData === undefined ? before.additionalData : streamOf(before.type, additionalData);
  return storeChannel({ ...before, name, description, additionalData: stream, rateLimitPerUser, userLimit });
}

/** Puts a channel into a category, or into none. */
export function moveChannel(before: Channel, parentId: CategoryId | null): Change<Channel> {
  return storeChannel({ ...before, parentId });
}

/** Says what a role may and may not do in a channel, in place of what was said before. */
export function overwriteChannel(before: Channel, roleId: RoleId, overwrite: ReadOverwrite): Change<Channel> {
  return storeChannel({ ...before, permissions: overwritten(before.permissions, roleId, overwrite) });
}

/** Deletes a channel and everything in it, and sends out who is in there. */
export function deleteChannel(channel: Channel): Change<void> {
  return (state) => {
    const leftVoice = channel.participants.flatMap(({ id }) => leaveVoiceOfTeam(state, channel.teamId, id));
    state.channels.delete(channel.id);
    state.messages.delete(channel.id);
    state.lastWrittenAt.delete(channel.id);
    for (const entries of [state.todos, state.announcements, state.webhooks]) deleteIn(channel.id, entries);
    const team = existing(state.teams, channel.teamId);
    if (team.team.defaultChannelId === channel.id) team.team = { ...team.team, defaultChannelId: null };
    const data = { channelId: channel.id, teamId: channel.teamId };
    const deleted = worldEvent('CHANNEL_DELETED', data, viewersOf(state, channel));
    return { answer: undefined, events: [...leftVoice, deleted] };
  };
}

/** Gives channels of a team new places. Channels that are not named keep theirs. */
export function orderChannels(
  teamId: TeamId,
  priorities: ReadonlyMap<ChannelId, number>,
  categoryId: CategoryId | null,
): Change<Channel[]> {
  return (state) => {
    for (const [id, priority] of priorities) {
      state.channels.set(id, { ...existing(state.channels, id), priority });
    }
    const all = channelsOf(state, teamId).filter(({ parentId }) => categoryId === null || parentId === categoryId);
    const ordered = byPriority(all);
    const data = { order: ordered.map(({ id }) => id), categoryId, teamId };
    return { answer: ordered, events: [worldEvent('CHANNELS_PRIORITY_UPDATED', data, membersOf(state, teamId))] };
  };
}

/** The event that tells the viewers of a channel what it is now. */
export function channelUpdated(world: WorldView, channel: Channel): WorldEvent {
  const data = { channel: asUpdatedChannel(world, channel), teamId: channel.teamId };
  return worldEvent('CHANNEL_UPDATED', data, viewersOf(world, channel));
}

function storeChannel(channel: Channel): Change<Channel> {
  return (state) => {
    state.channels.set(channel.id, channel);
    return { answer: channel, events: [channelUpdated(state, channel)] };
  };
}

function addChannel(state: WorldState, channel: Channel) {
  state.channels.set(channel.id, channel);
  state.messages.set(channel.id, new Map());
  const data = { channel, teamId: channel.teamId };
  return { answer: channel, events: [worldEvent('CHANNEL_CREATED', data, viewersOf(state, channel))] };
}

function deleteIn(channelId: ChannelId, entries: Map<string, { readonly channelId: ChannelId }>): void {
  for (const [id, entry] of entries) if (entry.channelId === channelId) entries.delete(id);
}

function copyOf(state: WorldState, stamp: Stamp, original: Channel, createdBy: UserId): Channel {
  const { teamId, name, type } = original;
  const own = newChannel(stamp, { teamId, name, type, createdBy, priority: lowestPriority(state, teamId) });
  const { id, priority, createdAt, participants } = own;
  return { ...original, id, createdBy, priority, createdAt, participants };
}

function streamOf(type: string, given: ReadDraft['additionalData']): Channel['additionalData'] {
  if (type !== 'watchstream') return null;
  return { streamChannel: given?.streamChannel ?? null, streamPlatform: given?.streamPlatform ?? null };
}

function lowestPriority(world: WorldView, teamId: TeamId): number {
  return Math.max(-1, ...channelsOf(world, teamId).map(({ priority }) => priority)) + 1;
}
