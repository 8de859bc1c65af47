import 'reflect-metadata/lite';

// For everybody who writes a bot.
export * from '@botwright/commands';
export { Api, BotwrightError, Client, RequestRejected } from '@botwright/core';
// The service's own words; its schemas are in @botwright/protocol.
export type * from '@botwright/protocol';
export {
  categoryPermissionBits,
  channelPermission,
  channelPermissionBits,
  channelPermissionsOf,
  channelPlaceOf,
  channelTypes,
  clientCustoms,
  closeCodes,
  defaultTeamPermissions,
  endpoints,
  grantsChannelPermission,
  grantsTeamPermission,
  isEventKind,
  limits,
  mayReconnect,
  mention,
  mentionPattern,
  overwriteLayers,
  perhapsEveryones,
  permissionSets,
  privateChannelName,
  publicOrigin,
  rateLimitAnswer,
  startingChannelPermissions,
  teamPermissionBits,
  teamPermissionNames,
  teamPermissions,
} from '@botwright/protocol/facts';
export { memoryStore, type Namespace } from '@botwright/store';
// For those who write plugins.
export type { DependencyContainer } from 'tsyringe';
export { inject } from 'tsyringe';
export { Bot, type BotOptions, type BotState, createBot, type StartOptions } from './bot.js';
// For those who run a bot by hand.
export type { Credentials } from './environment.js';
// For those who handle errors.
export * from './errors.js';
export {
  type HeardContext,
  Hears,
  type HearsOptions,
  Keyword,
  OnReaction,
  type OnReactionOptions,
  type ReactionContext,
} from './hearing.js';
export type { Class } from './injection.js';
export { Listener, On } from './listeners.js';
export { definePlugin, type Plugin, type PluginDefinition } from './plugin.js';
export { Cron, type CronOptions, Every, type JobRun } from './schedules.js';
export { Store, type StoreAddress } from './store.js';
