import type { Announcement, Channel, UserId } from '@botwright/protocol';
import { asAnnouncement } from '../world/announcements.js';
import { type Change, worldEvent } from '../world/change.js';
import { existing, type WorldView } from '../world/state.js';
import type { StoredAnnouncement } from '../world/stored.js';
import { viewersOf } from './audience.js';
import { mentionedIn } from './mentions.js';

interface AnnouncementDraft {
  readonly title: string;
  readonly content: string;
  readonly tagEveryone?: boolean | undefined;
}

export function createAnnouncement(
  channel: Channel,
  createdBy: UserId,
  draft: AnnouncementDraft,
): Change<Announcement> {
  return (state, stamp) => {
    const { title, content, tagEveryone = false } = draft;
    const stored: StoredAnnouncement = {
      id: stamp.identities.id(),
      channelId: channel.id,
      title,
      content,
      createdBy,
      attachments: [],
      emojis: [],
      mentions: { users: mentioned(state, channel, content, tagEveryone) },
      reactions: [],
      createdAt: stamp.now(),
      editedAt: null,
    };
    state.announcements.set(stored.id, stored);
    const announcement = asAnnouncement(state, stored);
    const data = { announcement, channelId: channel.id, teamId: channel.teamId };
    return { answer: announcement, events: [worldEvent('ANNOUNCEMENT_CREATED', data, viewersOf(state, channel))] };
  };
}

export function deleteAnnouncement(channel: Channel, announcementId: string): Change<void> {
  return (state) => {
    state.announcements.delete(announcementId);
    const data = { announcementId, channelId: channel.id, teamId: channel.teamId };
    return { answer: undefined, events: [worldEvent('ANNOUNCEMENT_DELETED', data, viewersOf(state, channel))] };
  };
}

/** Whoever is tagged with everyone is mentioned by name: no source shows another way to say so. */
function mentioned(world: WorldView, channel: Channel, content: string, tagEveryone: boolean): UserId[] {
  if (!tagEveryone) return mentionedIn(world, channel, content);
  return [...existing(world.teams, channel.teamId).members.keys()].filter(viewersOf(world, channel));
}
