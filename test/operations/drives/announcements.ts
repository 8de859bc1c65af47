import { expect } from 'vitest';
import { drives } from '../support/drive.js';

const notice = { title: 'Fire drill', content: 'At noon.' };

export const announcementDrives = drives({
  async getAnnouncements({ api, channels }) {
    const announcement = await api.announcements.create(channels.announcements, notice);
    expect(await api.announcements.list(channels.announcements)).toEqual([announcement]);
    return undefined;
  },

  async createAnnouncement({ api, channels, teamId, botId }) {
    const announcement = await api.announcements.create(channels.announcements, notice, { pingEveryone: true });
    expect(announcement).toMatchObject({ ...notice, createdBy: { id: botId } });
    expect(await api.announcements.list(channels.announcements)).toEqual([announcement]);
    return { ANNOUNCEMENT_CREATED: { announcement, channelId: channels.announcements, teamId } };
  },

  async deleteAnnouncement({ api, channels }) {
    const { id } = await api.announcements.create(channels.announcements, notice);
    await api.announcements.delete(channels.announcements, id);
    expect(await api.announcements.list(channels.announcements)).toEqual([]);
    return { ANNOUNCEMENT_DELETED: { announcementId: id, channelId: channels.announcements } };
  },
});
