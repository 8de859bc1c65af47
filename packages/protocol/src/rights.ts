import type { RoleId } from './ids.js';
import {
  type CategoryPermission,
  type ChannelPermission,
  type ChannelType,
  categoryPermissionBits,
  channelPermissionBits,
  defaultTeamPermissions,
  grantsTeamPermission,
  type TeamPermission,
  teamPermissions,
} from './permissions.js';
import type { Category, Channel } from './resources/channel.js';
import type { Role } from './resources/role.js';
import { privateChannelName } from './service.js';

// The service says which bits there are, not how they combine: everything here is inferred.

/** What everybody may do in a channel that says nothing else. */
export const startingChannelPermissions: {
  readonly [Type in ChannelType]: readonly (keyof (typeof channelPermissionBits)[Type])[];
} = {
  text: ['VIEW_CHANNEL', 'SEND_MESSAGES', 'CAN_SEE_MESSAGE_HISTORY'],
  voice: ['VIEW_CHANNEL', 'CONNECT', 'SPEAK'],
  todo: ['VIEW_CHANNEL', 'CREATE_TODOS'],
  watchstream: ['VIEW_CHANNEL'],
  announcement: ['VIEW_CHANNEL'],
};

/** The channel permission that each permission on a category stands for in its channels. */
const channelPermissionOf = {
  VIEW_CHANNELS: 'VIEW_CHANNEL',
  MANAGE_CHANNELS: 'MANAGE_CHANNEL',
} as const satisfies Record<CategoryPermission, ChannelPermission>;

/** A channel and the category that it stands in, if any. */
export interface ChannelPlace {
  readonly channel: Pick<Channel, 'type' | 'permissions'>;
  readonly category: Pick<Category, 'permissions'> | undefined;
}

/**
 * A channel's place, as a team's lists of channels and categories show it.
 *
 * @returns `undefined` where they do not show all that is said of roles: the reader may not see the channel, or its
 * category is not listed.
 */
export function channelPlaceOf(channel: Channel, categories: readonly Category[]): ChannelPlace | undefined {
  const category = categories.find(({ id }) => id === channel.parentId);
  const isShown = channel.name !== privateChannelName && (channel.parentId === null || category !== undefined);
  return isShown ? { channel, category } : undefined;
}

export interface HeldRoles {
  /** The role that every member has without its being listed. */
  readonly everyone: RoleId | undefined;
  /** Those that a member was given. */
  readonly given: readonly RoleId[];
}

type OverwritesByRole = Channel['permissions']['role'];

/** What one place says of roles, in bits of the channel's type. */
export interface OverwriteLayer {
  readonly in: 'category' | 'channel';
  readonly byRole: OverwritesByRole;
}

/** The bit of a channel permission; 0 where the type of channel does not know it, so that nobody can hold it there. */
export function channelPermission(type: string, name: ChannelPermission): number {
  const bits: Partial<Record<ChannelPermission, number>> = channelPermissionBits[type as ChannelType] ?? {};
  const bit = bits[name];
  return bit === undefined ? 0 : 1 << bit;
}

/** What category and channel say of roles, the one that is overruled first. */
export function overwriteLayers({ channel, category }: ChannelPlace): OverwriteLayer[] {
  const own = { in: 'channel', byRole: channel.permissions.role } as const;
  return category ? [{ in: 'category', byRole: asChannelOverwrites(category, channel.type) }, own] : [own];
}

/** What a member may do in a channel, as bits. What is said later wins: everyone first, then the roles given. */
export function channelPermissionsOf(place: ChannelPlace, { everyone, given }: HeldRoles): number {
  const overwrites = overwriteLayers(place).flatMap(({ byRole }) => [
    combined(byRole, everyone === undefined ? [] : [everyone]),
    combined(byRole, given),
  ]);
  const names: readonly ChannelPermission[] = startingChannelPermissions[place.channel.type as ChannelType] ?? [];
  const starting = names.reduce((bits, name) => bits | channelPermission(place.channel.type, name), 0);
  return overwrites.reduce((bits, { allow, deny }) => (bits & ~deny) | allow, starting);
}

/** Whether bits grant a channel permission: who may not see a channel may do nothing in it. */
export function grantsChannelPermission(bits: number, type: string, name: ChannelPermission): boolean {
  const has = (permission: ChannelPermission) => (bits & channelPermission(type, permission)) !== 0;
  return has('VIEW_CHANNEL') && has(name);
}

/** Whether somebody holds a permission, as far as it can be told. */
export type Holding =
  | { readonly held: boolean }
  /** It depends on which of these roles everybody has, if any. */
  | { readonly held: undefined; readonly dependsOn: readonly RoleId[] };

/**
 * The roles any of which may be the one that everybody has without its being listed. The service marks none: neither name
 * nor priority nor order tells. A role that is listed with somebody is not, and neither is a bot's own.
 *
 * @param listed - The roles listed with those members that are known; the more of them, the fewer roles are left.
 */
export function perhapsEveryones(
  roles: readonly Pick<Role, 'id' | 'botScope'>[],
  listed: ReadonlySet<RoleId>,
): readonly RoleId[] {
  return roles.filter(({ id, botScope }) => !listed.has(id) && !botScope.userId).map(({ id }) => id);
}

/** The roles of a member, where nobody knows which one everybody has. */
export interface UncertainRoles {
  /** Those that the member was given. */
  readonly given: readonly RoleId[];
  /** Each role that everybody may have without its being listed; there may be no such role as well. */
  readonly perhapsEveryones: readonly RoleId[];
}

/** Whether a member may do something in a team: told only where it is the same whichever role everybody has. */
export function teamPermissionHolding(
  roles: readonly Pick<Role, 'id' | 'permissions'>[],
  name: TeamPermission,
  { given, perhapsEveryones }: UncertainRoles,
): Holding {
  const fromTheStart = grantsTeamPermission(teamPermissions(...defaultTeamPermissions), name);
  const granting = roles.filter(({ permissions }) => grantsTeamPermission(permissions, name)).map(({ id }) => id);
  return holdingOf(
    perhapsEveryones,
    (everyone) => fromTheStart || granting.some((id) => id === everyone || given.includes(id)),
  );
}

/** Whether a member may do something in a channel: told only where it is the same whichever role everybody has. */
export function channelPermissionHolding(
  place: ChannelPlace,
  name: ChannelPermission,
  { given, perhapsEveryones }: UncertainRoles,
): Holding {
  return holdingOf(perhapsEveryones, (everyone) =>
    grantsChannelPermission(channelPermissionsOf(place, { everyone, given }), place.channel.type, name),
  );
}

function holdingOf(perhapsEveryones: readonly RoleId[], holds: (everyone: RoleId | undefined) => boolean): Holding {
  const held = holds(undefined);
  const dependsOn = perhapsEveryones.filter((id) => holds(id) !== held);
  return dependsOn.length === 0 ? { held } : { held: undefined, dependsOn };
}

function combined(byRole: OverwritesByRole, ids: readonly RoleId[]): { allow: number; deny: number } {
  const named = ids.flatMap((id) => byRole[id] ?? []);
  return {
    allow: named.reduce((bits, { allow }) => bits | allow, 0),
    deny: named.reduce((bits, { deny }) => bits | deny, 0),
  };
}

function asChannelOverwrites({ permissions }: Pick<Category, 'permissions'>, type: string): OverwritesByRole {
  const translated = Object.entries(permissions.role).map(([roleId, { allow, deny }]) => {
    return [roleId, { allow: asChannelBits(allow, type), deny: asChannelBits(deny, type) }] as const;
  });
  return Object.fromEntries(translated);
}

function asChannelBits(categoryBits: number, type: string): number {
  const names = Object.keys(channelPermissionOf) as CategoryPermission[];
  return names
    .filter((name) => (categoryBits & (1 << categoryPermissionBits[name])) !== 0)
    .reduce((bits, name) => bits | channelPermission(type, channelPermissionOf[name]), 0);
}
