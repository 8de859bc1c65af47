import { z } from 'zod';
import { observed } from '../certainty.js';
import { ChannelId, TeamId, UserId, WebhookId } from '../ids.js';
import { orNull, resource, Timestamp } from '../wire.js';

/** A webhook of a channel. No operation returns one; `token` is a secret. */
export const Webhook = resource({
  id: observed(WebhookId, 'client:ts', 'console'),
  channelId: observed(ChannelId, 'client:ts', 'console'),
  teamId: observed(TeamId, 'client:ts', 'console'),
  username: observed(z.string(), 'client:ts', 'console'),
  profilePicture: observed(orNull(z.string()), 'client:ts', 'console'),
  token: observed(z.string(), 'client:ts', 'console'),
  createdBy: observed(UserId, 'client:ts', 'console'),
  createdAt: observed(Timestamp, 'client:ts', 'console'),
  updatedAt: observed(orNull(Timestamp), 'client:ts', 'console'),
}).meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;
