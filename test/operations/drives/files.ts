import { expect } from 'vitest';
import { drives } from '../support/drive.js';
import { pixel } from '../support/pixel.js';

export const fileDrives = drives({
  async uploadAttachment({ api, channels }) {
    const attachment = await api.attachments.upload(pixel, { name: 'pixel.png' });
    const served = await fetch(attachment.url);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(pixel);
    expect(served.headers.get('content-type')).toBe('image/png');
    const message = await api.messages.create(channels.general, { attachments: [attachment] });
    expect(message.attachments).toMatchObject([{ url: attachment.url }]);
    return undefined;
  },

  async getCustomReactions({ api, teamId }) {
    const emoji = await api.reactions.create(teamId, { name: 'spark', image: pixel });
    expect(await api.reactions.list(teamId)).toEqual([emoji]);
    return undefined;
  },

  async createCustomReaction({ api, teamId, botId }) {
    const emoji = await api.reactions.create(teamId, { name: 'spark', image: pixel });
    expect(emoji).toMatchObject({ name: 'spark', createdBy: botId });
    const served = await fetch(emoji.url);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(pixel);
    return undefined;
  },

  async updateCustomReaction({ api, teamId }) {
    const { id } = await api.reactions.create(teamId, { name: 'spark', image: pixel });
    await api.reactions.rename(teamId, id, 'flame');
    expect(await api.reactions.list(teamId)).toMatchObject([{ id, name: 'flame' }]);
    return undefined;
  },

  async deleteCustomReaction({ api, teamId }) {
    const { id } = await api.reactions.create(teamId, { name: 'spark', image: pixel });
    await api.reactions.delete(teamId, id);
    expect(await api.reactions.list(teamId)).toEqual([]);
    return undefined;
  },
});
