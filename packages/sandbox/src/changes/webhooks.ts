import type { Channel, Webhook } from '@botwright/protocol';
import type { Change } from '../world/change.js';
import { existing } from '../world/state.js';
import { defaultWebhookName, newWebhook } from '../world/webhooks.js';

/** Makes a webhook in the owner's name. No event tells of it. */
export function createWebhook({ id: channelId, teamId }: Channel): Change<Webhook> {
  return (state, stamp) => {
    const { createdBy } = existing(state.teams, teamId).team;
    const webhook = newWebhook(stamp, { channelId, teamId, createdBy, username: defaultWebhookName });
    state.webhooks.set(webhook.id, webhook);
    return { answer: webhook, events: [] };
  };
}
