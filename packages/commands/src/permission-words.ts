import type { ChannelPermission, TeamPermission } from '@botwright/protocol';
import type { Texts } from './texts/en.js';

/** Permissions as people read them: `kick members and ban members`. */
export function permissionWords(permissions: readonly TeamPermission[], texts: Texts): string {
  return texts.and(permissions.map((permission) => texts.permissions[permission]));
}

/** Permissions in a channel as people read them: `see the channel and manage messages`. */
export function channelPermissionWords(permissions: readonly ChannelPermission[], texts: Texts): string {
  return texts.and(permissions.map((permission) => texts.channelPermissions[permission]));
}
