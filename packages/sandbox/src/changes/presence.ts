import type { Presence, UserId } from '@botwright/protocol';
import { type Change, worldEvent } from '../world/change.js';
import type { MessageChannel } from '../world/message-channel.js';
import { existing } from '../world/state.js';
import { acquaintancesOf, viewersOf } from './audience.js';

/** Stores a presence; `told` says whether the user's own connections hear of it too. */
export function setPresence(userId: UserId, presence: Presence, told: 'everybody' | 'others'): Change<void> {
  return (state, stamp) => {
    const account = existing(state.accounts, userId);
    const lastOnline = presence === 0 ? stamp.now() : account.user.lastOnline;
    state.accounts.set(userId, { ...account, user: { ...account.user, presence, lastOnline } });
    const reaches = acquaintancesOf(state, userId);
    const audience = (otherId: UserId) => (told === 'everybody' || otherId !== userId) && reaches(otherId);
    return { answer: undefined, events: [worldEvent('PRESENCE_UPDATE', { userId, presence }, audience)] };
  };
}

/** Tells the viewers of a channel that somebody types. Nothing is stored. */
export function startTyping(channel: MessageChannel, userId: UserId): Change<void> {
  return (state) => {
    const { user } = existing(state.accounts, userId);
    const data = { channelId: channel.id, teamId: channel.teamId, userId, user };
    return { answer: undefined, events: [worldEvent('CHANNEL_TYPING', data, viewersOf(state, channel))] };
  };
}
