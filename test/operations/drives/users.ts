import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const userDrives = drives({
  async getUserById({ api, people }) {
    expect(await api.users.get(people.ada.id)).toMatchObject({ id: people.ada.id, username: 'ada', bot: false });
    return undefined;
  },

  async getLoggedInUser({ api, client }) {
    expect(await api.users.me()).toMatchObject({ id: client.user.id, username: client.user.username, bot: true });
    return undefined;
  },

  async setCustomStatus({ api, botId }) {
    await api.users.setStatus({ content: 'at the bench', emojiId: '🔨' });
    const { userStatus } = await api.users.get(botId);
    expect(userStatus).toEqual({ content: 'at the bench', emojiId: '🔨' });
    return { USER_PROFILE_UPDATED: { user: { id: botId, userStatus } } };
  },

  async deleteCustomStatus({ api, botId }) {
    await api.users.setStatus({ content: 'at the bench' });
    await api.users.clearStatus();
    const { userStatus } = await api.users.get(botId);
    expect(userStatus).toEqual({ content: null, emojiId: null });
    return { USER_PROFILE_UPDATED: { user: { id: botId, userStatus } } };
  },
});
