import type { Announcement, AnnouncementId, BodyOf, ChannelId, Operations } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';
import { type AllowedMentions, defuseDeep } from './mentions.js';

/** An announcement to be. Who is notified of it stands in the options. */
export type AnnouncementDraft = Pick<BodyOf<Operations['createAnnouncement']>, 'title' | 'content'>;

/** How an announcement goes out. */
export interface AnnouncementOptions extends CallOptions {
  /** Notifies everyone who sees the channel. Default: nobody. */
  readonly pingEveryone?: boolean | undefined;
  /** Whom mentions in its texts may notify. Default: nobody; what looks like a mention then stays text. */
  readonly allowMentions?: AllowedMentions | undefined;
}

/** Entries of announcement channels. */
export class Announcements {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the announcements of a channel (stated). Their order is not known: sort by `createdAt` where it matters.
   * @throws {RequestRejected} 403 without a view of the channel, 404 without such a channel (both inferred).
   */
  async list(channelId: ChannelId, options: CallOptions = {}): Promise<Announcement[]> {
    const answer = await this.rest.begin(endpoints.getAnnouncements, { params: { channelId }, ...options });
    return answer.announcements;
  }

  /**
   * Publishes an announcement (observed). It notifies nobody unless `pingEveryone` or `allowMentions` says so; each
   * mention in its texts that is not allowed gets an invisible character.
   * @param draft - `title` and `content`, neither of them empty (observed).
   * @throws {RequestRejected} 403 without CREATE_ANNOUNCEMENTS, 404 without such a channel (both inferred).
   * @throws {RequestFailed} with `sent: 'unknown'` when it may have been published all the same; it is not repeated.
   */
  async create(
    channelId: ChannelId,
    draft: AnnouncementDraft,
    options: AnnouncementOptions = {},
  ): Promise<Announcement> {
    const { pingEveryone = false, allowMentions, signal } = options;
    const allowed = pingEveryone ? { ...allowMentions, everyone: true } : allowMentions;
    const body = { ...defuseDeep(draft, allowed), tagEveryone: pingEveryone };
    const answer = await this.rest.begin(endpoints.createAnnouncement, { params: { channelId }, body, signal });
    return answer.announcement;
  }

  /**
   * Deletes an announcement (observed).
   * @throws {RequestRejected} 403 without DELETE_ANNOUNCEMENTS, 404 without such an announcement (both inferred).
   */
  async delete(channelId: ChannelId, announcementId: AnnouncementId, options: CallOptions = {}): Promise<void> {
    const params = { channelId, announcementId };
    await this.rest.begin(endpoints.deleteAnnouncement, { params, ...options });
  }
}
