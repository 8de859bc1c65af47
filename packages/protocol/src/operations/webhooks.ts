import { inferred, observed } from '../certainty.js';
import { memberLimits } from '../member-limits.js';
import { embedLimits, Message, WebhookMessageDraft } from '../resources/message.js';
import { alsoReads, isRecord, resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const webhookOperations = operationGroup('Webhooks', {
  createMessageWithWebhook: {
    name: 'Create Message With Webhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/{webhookToken}',
    body: WebhookMessageDraft,
    answer: resource({ message: observed(Message.optional(), 'client:ts') }),
    auth: 'webhook',
    emits: ['MESSAGE_SEND'],
    limits: memberLimits(WebhookMessageDraft, embedLimits),
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:php', 'console'],
  },
  // Under development, says the specification.
  webhookForGithub: {
    name: 'Webhook for GitHub',
    method: 'POST',
    path: '/webhooks/{webhookId}/{webhookToken}/github',
    body: inferred(
      alsoReads(resource({}), (wire) => (isRecord(wire) ? wire : {})),
      "GitHub's delivery as it came; the clients that offer the call send nothing",
    ),
    answer: resource({}),
    auth: 'webhook',
    emits: ['MESSAGE_SEND'],
    certainty: { method: 'stated', path: 'stated' },
    source: ['seed', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
});
