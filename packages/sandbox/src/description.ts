import {
  apiPrefix,
  type Channel,
  type ChannelId,
  gatewayPath,
  operations,
  type TeamId,
  type UserId,
  type Webhook,
  type WebhookId,
} from '@botwright/protocol';
import type { Address } from './address.js';
import { channelsOf } from './world/channels.js';
import type { DefaultChannelName, DefaultPersonName } from './world/default-world.js';
import { type Account, existing, type WorldView } from './world/state.js';

/** Everything that a bot, a test or the page needs to use a sandbox; the ready line of `botwright sandbox --json`. */
export interface SandboxDescription {
  readonly event: 'sandbox.ready';
  readonly url: string;
  readonly apiUrl: string;
  readonly gatewayUrl: string;
  readonly controlToken: string;
  readonly bot: { readonly id: UserId; readonly username: string; readonly token: string };
  readonly team: { readonly id: TeamId; readonly name: string };
  /** Ids by name. */
  readonly channels: Readonly<Record<DefaultChannelName, ChannelId>>;
  readonly people: Readonly<Record<DefaultPersonName, { readonly id: UserId; readonly token: string }>>;
  /** By the name of the channel to which they write. */
  readonly webhooks: { readonly general: WebhookDescription };
}

/** All that is needed to write by a webhook. */
interface WebhookDescription {
  readonly id: WebhookId;
  readonly token: string;
  /** Takes messages; with `/github` behind it, what GitHub delivers. */
  readonly url: string;
}

export function describe(world: WorldView, address: Address, controlToken: string): SandboxDescription {
  const { team } = existing(world.teams, world.homeTeamId);
  const accounts = [...world.accounts.values()];
  const channels = channelsOf(world, team.id);
  return {
    event: 'sandbox.ready',
    url: address.url,
    apiUrl: `${address.url}${apiPrefix}`,
    gatewayUrl: `ws://${address.authority}${gatewayPath}`,
    controlToken,
    bot: describeBot(accounts),
    team: { id: team.id, name: team.name },
    channels: idsByName(channels) as SandboxDescription['channels'],
    people: Object.fromEntries(
      accounts.filter(({ user }) => !user.bot).map(({ user, token }) => [user.username, { id: user.id, token }]),
    ) as SandboxDescription['people'],
    webhooks: describeWebhooks(world, channels, address) as SandboxDescription['webhooks'],
  };
}

export function describeWebhook({ id, token }: Webhook, address: Address): WebhookDescription {
  const path = operations.createMessageWithWebhook.path.replace('{webhookId}', id).replace('{webhookToken}', token);
  return { id, token, url: `${address.url}${apiPrefix}${path}` };
}

/** Of two channels with one name the older is meant. */
function idsByName(channels: readonly Channel[]): Record<string, ChannelId> {
  const ids: Record<string, ChannelId> = {};
  for (const { name, id } of channels) ids[name] ??= id;
  return ids;
}

/** The oldest webhook of each channel, by the channel's name. */
function describeWebhooks(world: WorldView, channels: readonly Channel[], address: Address) {
  const webhooks = [...world.webhooks.values()].reverse();
  const nameById = new Map(channels.map(({ id, name }) => [id, name]));
  const described = webhooks.map((webhook) => [nameById.get(webhook.channelId), describeWebhook(webhook, address)]);
  return Object.fromEntries(described) as Record<string, WebhookDescription>;
}

function describeBot(accounts: readonly Account[]): SandboxDescription['bot'] {
  const bot = accounts.find(({ user }) => user.bot);
  if (!bot) throw new Error('the world has no bot');
  return { id: bot.user.id, username: bot.user.username, token: bot.token };
}
