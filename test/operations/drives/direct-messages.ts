import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const directMessageDrives = drives({
  async createDirectMessage({ api, people: { cy } }) {
    const { channelId, users } = await api.directMessages.open(cy.id);
    expect(users).toContain(cy.id);
    const message = await api.messages.create(channelId, { content: 'between us' });
    expect(await api.messages.list(channelId)).toEqual([message]);
    return undefined;
  },

  async listDirectMessages({ api, people: { cy } }) {
    const { id } = await api.directMessages.open(cy.id);
    expect((await api.directMessages.list()).map((chat) => chat.id)).toEqual([id]);
    return undefined;
  },
});
