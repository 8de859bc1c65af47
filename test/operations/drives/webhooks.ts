import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const webhookDrives = drives({
  async createMessageWithWebhook(stage) {
    await using webhook = await stage.openWebhook();
    await webhook.execute({ content: 'from afar', username: 'relay' });
    const [message] = await stage.api.messages.list(stage.channels.general);
    expect(message).toMatchObject({ content: 'from afar', createdBy: { username: 'relay', webhook: true } });
    return { MESSAGE_SEND: { message: { id: message?.id }, channelId: stage.channels.general } };
  },

  async webhookForGithub(stage) {
    await using webhook = await stage.openWebhook();
    await webhook.github('ping', { zen: 'Keep it logically awesome.', hook_id: 1 });
    const [message] = await stage.api.messages.list(stage.channels.general);
    expect(message?.content).not.toBe('');
    return { MESSAGE_SEND: { message: { id: message?.id }, channelId: stage.channels.general } };
  },
});
