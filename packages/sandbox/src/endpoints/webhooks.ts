import { hash, timingSafeEqual } from 'node:crypto';
import type { Webhook, WebhookId } from '@botwright/protocol';
import { createMessage } from '../changes/messages.js';
import { githubMessage } from '../github/message.js';
import { Refusal } from '../refusal.js';
import { existing, type WorldView } from '../world/state.js';
import { asAuthor } from '../world/webhooks.js';
import { endpoints, type OpenCall } from './endpoint.js';

interface WebhookPath {
  readonly webhookId: WebhookId;
  readonly webhookToken: string;
}

type Draft = Parameters<typeof createMessage>[2];

export const webhookEndpoints = endpoints({
  createMessageWithWebhook(call) {
    const { content, embeds, attachments, username } = call.body;
    return { message: send(call, call.params, username, { content, embeds, attachments }) };
  },

  webhookForGithub(call) {
    const content = githubMessage(githubEvent(call), call.body);
    return { message: send(call, call.params, 'GitHub', { content }) };
  },
});

function send(call: OpenCall, path: WebhookPath, username: string | undefined, draft: Draft) {
  const webhook = reachWebhook(call.world, path);
  const channel = existing(call.world.channels, webhook.channelId);
  const id: string = webhook.id;
  return call.apply(createMessage(channel, { createdBy: id, author: asAuthor(webhook, username) }, draft));
}

function githubEvent({ headers }: OpenCall): string | undefined {
  const event = headers['x-github-event'];
  return typeof event === 'string' ? event : undefined;
}

/** Whoever has the token may send; a wrong one tells as little as a wrong id. */
function reachWebhook(world: WorldView, { webhookId, webhookToken }: WebhookPath): Webhook {
  const webhook = world.webhooks.get(webhookId);
  if (!webhook || !timingSafeEqual(digest(webhook.token), digest(webhookToken))) {
    throw Refusal.unknown('webhook', webhookId);
  }
  return webhook;
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
