import { recipes } from './recipe.js';

/** No operation of the contract makes a webhook. */
const makeWebhook = {
  control: 'webhooks',
  body: { channelId: '{textChannel}' },
  keep: { webhook: 'id', webhookToken: 'token' },
} as const;
const theWebhook = { webhookId: '{webhook}', webhookToken: '{webhookToken}' };

export const webhookRecipes = recipes({
  createMessageWithWebhook: {
    by: 'nobody',
    setup: [makeWebhook],
    parameters: theWebhook,
    body: {
      content: 'from afar',
      username: 'relay',
      embeds: [{ title: 'A card' }],
      attachments: [{ url: 'https://example.com/plan.pdf' }],
    },
    events: {
      MESSAGE_SEND: { channelId: '{textChannel}', message: { content: 'from afar', createdBy: { username: 'relay' } } },
    },
    after: [
      {
        operation: 'getChannelMessages',
        parameters: { channelId: '{textChannel}' },
        expect: { matches: { messages: [{ content: 'from afar', createdBy: { username: 'relay', webhook: true } }] } },
      },
    ],
  },

  webhookForGithub: {
    by: 'nobody',
    setup: [makeWebhook],
    parameters: theWebhook,
    // GitHub may send what it likes: a server answers success to any JSON (inferred).
    anyBody: true,
    body: { zen: 'Keep it logically awesome.', hook_id: 1 },
    events: { MESSAGE_SEND: { channelId: '{textChannel}' } },
  },
});
