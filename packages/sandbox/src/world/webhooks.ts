import type { ChannelId, TeamId, User, UserId, Webhook } from '@botwright/protocol';
import { newUser } from './accounts.js';
import type { Stamp } from './change.js';

export const defaultWebhookName = 'webhook';

interface WebhookDraft {
  readonly channelId: ChannelId;
  readonly teamId: TeamId;
  readonly username: string;
  readonly createdBy: UserId;
}

export function newWebhook(stamp: Stamp, draft: WebhookDraft): Webhook {
  return {
    id: stamp.identities.id(),
    ...draft,
    profilePicture: null,
    token: stamp.identities.webhookToken(),
    createdAt: stamp.now(),
    updatedAt: null,
  };
}

/** A webhook as the author of a message, under its own name unless the message goes out under another. */
export function asAuthor(webhook: Webhook, otherName?: string): User {
  const { createdAt, profilePicture, username } = webhook;
  const id: string = webhook.id;
  return {
    ...newUser({ id, username: otherName || username, createdAt }),
    profilePicture,
    subdomain: null,
    webhook: true,
  };
}
