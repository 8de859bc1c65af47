import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const messageDrives = drives({
  async createChannelMessage({ api, channels, botId, teamId }) {
    const message = await api.messages.create(channels.general, { content: 'hello', embeds: [{ title: 'A card' }] });
    expect(message).toMatchObject({ content: 'hello', createdBy: { id: botId }, embeds: [{ title: 'A card' }] });
    expect(await api.messages.get(channels.general, message.id)).toEqual(message);
    return { MESSAGE_SEND: { message, channelId: channels.general, teamId } };
  },

  async getChannelMessages({ api, channels }) {
    const first = await api.messages.create(channels.general, { content: 'one' });
    const second = await api.messages.create(channels.general, { content: 'two', replyTo: first.id });
    expect(await api.messages.list(channels.general, { limit: 1 })).toEqual([second]);
    expect(await api.messages.list(channels.general, { offset: 1 })).toEqual([first]);
    return undefined;
  },

  async getChannelMessageById({ api, channels }) {
    const message = await api.messages.create(channels.random, { content: 'hello' });
    expect(await api.messages.get(channels.random, message.id)).toEqual(message);
    return undefined;
  },

  async updateChannelMessage({ api, channels }) {
    const { id } = await api.messages.create(channels.general, { content: 'before' });
    const message = await api.messages.edit(channels.general, id, { content: 'after' });
    expect(message).toMatchObject({ id, content: 'after', editedAt: expect.any(String) });
    expect(await api.messages.get(channels.general, id)).toEqual(message);
    return { MESSAGE_UPDATED: { message, channelId: channels.general } };
  },

  async deleteChannelMessage({ api, channels, teamId }) {
    const { id } = await api.messages.create(channels.general, { content: 'gone soon' });
    await api.messages.delete(channels.general, id);
    expect(await api.messages.list(channels.general)).toEqual([]);
    return { MESSAGE_DELETED: { messageId: id, channelId: channels.general, teamId } };
  },

  async reactToMessage({ api, channels, botId }) {
    const { id } = await api.messages.create(channels.general, { content: 'hello' });
    await api.messages.react(channels.general, id, '🎉');
    const { reactions } = await api.messages.get(channels.general, id);
    expect(reactions).toMatchObject([{ emojiId: '🎉', count: 1, users: [{ userId: botId }] }]);
    return { MESSAGE_REACTION_ADDED: { messageId: id, emojiId: '🎉', reactedBy: { id: botId } } };
  },

  async deleteReactionFromMessage({ api, channels, botId }) {
    const { id } = await api.messages.create(channels.general, { content: 'hello' });
    await api.messages.react(channels.general, id, '🎉');
    await api.messages.unreact(channels.general, id, '🎉');
    const { reactions } = await api.messages.get(channels.general, id);
    expect(reactions.filter(({ count }) => count > 0)).toEqual([]);
    return { MESSAGE_REACTION_REMOVED: { messageId: id, emojiId: '🎉', reactedBy: { id: botId } } };
  },
});
