import {
  type Category,
  type CategoryPermission,
  type Channel,
  type ChannelPermission,
  type ChannelType,
  categoryPermissionBits,
  channelPermissionBits,
  grantsTeamPermission,
  type Right,
  type Role,
  type RoleId,
  type TeamPermission,
  teamPermissionNames,
  type UserId,
} from '@botwright/protocol';
import { existing, type TeamView, type WorldView } from './world/state.js';

/** What everybody may do in a channel that says nothing else. The service is silent here. */
const startingRights: { readonly [Type in ChannelType]: readonly (keyof (typeof channelPermissionBits)[Type])[] } = {
  text: ['VIEW_CHANNEL', 'SEND_MESSAGES', 'CAN_SEE_MESSAGE_HISTORY'],
  voice: ['VIEW_CHANNEL', 'CONNECT', 'SPEAK'],
  todo: ['VIEW_CHANNEL', 'CREATE_TODOS'],
  watchstream: ['VIEW_CHANNEL'],
  announcement: ['VIEW_CHANNEL'],
};

/** Where a right is asked for. `authorId` is set where the thing at hand has an author. */
export interface Place {
  readonly team: TeamView;
  readonly channel?: Channel;
  readonly authorId?: UserId;
}

export function holdsRight(userId: UserId, right: Right, { team, channel, authorId }: Place): boolean {
  if (right === 'author') return authorId === userId;
  const [scope, name] = right.split(':');
  if (scope === 'team') return holdsTeamPermission(team, userId, name as TeamPermission);
  return channel !== undefined && holdsChannelPermission(team, channel, userId, name as ChannelPermission);
}

export function holdsTeamPermission(team: TeamView, userId: UserId, name: TeamPermission): boolean {
  if (!team.members.has(userId)) return false;
  return team.team.createdBy === userId || grantsTeamPermission(teamBits(team, userId), name);
}

/** Who may not see a channel may do nothing in it. */
export function holdsChannelPermission(
  team: TeamView,
  channel: Channel,
  userId: UserId,
  name: ChannelPermission,
): boolean {
  if (!team.members.has(userId)) return false;
  if (holdsTeamPermission(team, userId, 'ADMINISTRATOR')) return true;
  const bits = channelBits(team, channel, userId);
  return hasBit(bits, channel.type, 'VIEW_CHANNEL') && hasBit(bits, channel.type, name);
}

/** Whether a user gets to know of what goes on in a channel. */
export function mayView(world: WorldView, channel: Channel, userId: UserId): boolean {
  const team = existing(world.teams, channel.teamId);
  if (!world.enforcesPermissions) return team.members.has(userId);
  return holdsChannelPermission(team, channel, userId, 'VIEW_CHANNEL');
}

/** Whether one member outranks another: the owner everybody, others by their highest role. */
export function standsAbove(team: TeamView, userId: UserId, otherId: UserId): boolean {
  return rank(team, userId) > rank(team, otherId);
}

/** Whether a member's highest role is above a role, so that they may give, take and change it. */
export function standsAboveRole(team: TeamView, userId: UserId, role: Role): boolean {
  return rank(team, userId) > heightOf(team, role);
}

/** The team permissions among `bits` that a member does not hold themself and so cannot grant. */
export function permissionsBeyond(team: TeamView, userId: UserId, bits: number): TeamPermission[] {
  return teamPermissionNames(bits).filter((name) => !holdsTeamPermission(team, userId, name));
}

/** Whether a right is one that everybody has in a channel that says nothing else. */
export function isEverydayRight(right: Right, channel: Channel | undefined): boolean {
  const names: readonly string[] = startingRights[channel?.type as ChannelType] ?? [];
  return names.some((name) => right === `channel:${name}`);
}

function rank(team: TeamView, userId: UserId): number {
  if (team.team.createdBy === userId) return Number.POSITIVE_INFINITY;
  return Math.max(...roleIds(team, userId).map((id) => heightOf(team, existing(team.roles, id))));
}

/** The role of everyone is below all others, also below a new one, whose priority is 0 as well. */
function heightOf(team: TeamView, role: Role): number {
  return role.id === team.everyoneRoleId ? Number.NEGATIVE_INFINITY : role.priority;
}

function teamBits(team: TeamView, userId: UserId): number {
  return roleIds(team, userId).reduce((bits, id) => bits | existing(team.roles, id).permissions, 0);
}

/** What is said later wins: the category before the channel, everyone before the roles that a member holds. */
function channelBits(team: TeamView, channel: Channel, userId: UserId): number {
  const category = channel.parentId === null ? undefined : team.categories.get(channel.parentId);
  const ownRoleIds = team.members.get(userId)?.roles ?? [];
  const layers = [category && asChannelOverwrites(category, channel.type), channel.permissions.role];
  const overwrites = layers.flatMap((layer = {}) => [
    combined(layer, [team.everyoneRoleId]),
    combined(layer, ownRoleIds),
  ]);
  return overwrites.reduce((bits, { allow, deny }) => (bits & ~deny) | allow, startingBits(channel.type));
}

type OverwritesByRole = Channel['permissions']['role'];
type Overwrite = OverwritesByRole[string];

function combined(overwrites: OverwritesByRole, ids: readonly RoleId[]): Overwrite {
  const named = ids.flatMap((id) => overwrites[id] ?? []);
  return {
    allow: named.reduce((bits, { allow }) => bits | allow, 0),
    deny: named.reduce((bits, { deny }) => bits | deny, 0),
  };
}

/** The channel permission that each permission on a category stands for in its channels. */
const channelPermissionOf = {
  VIEW_CHANNELS: 'VIEW_CHANNEL',
  MANAGE_CHANNELS: 'MANAGE_CHANNEL',
} as const satisfies Record<CategoryPermission, ChannelPermission>;

function asChannelOverwrites({ permissions }: Category, type: string): OverwritesByRole {
  const translated = Object.entries(permissions.role).map(([roleId, { allow, deny }]) => {
    return [roleId, { allow: asChannelBits(allow, type), deny: asChannelBits(deny, type) }] as const;
  });
  return Object.fromEntries(translated);
}

function asChannelBits(categoryBits: number, type: string): number {
  const names = Object.keys(channelPermissionOf) as CategoryPermission[];
  return names
    .filter((name) => (categoryBits & (1 << categoryPermissionBits[name])) !== 0)
    .reduce((bits, name) => bits | bitOf(type, channelPermissionOf[name]), 0);
}

function startingBits(type: string): number {
  const names: readonly ChannelPermission[] = startingRights[type as ChannelType] ?? [];
  return names.reduce((bits, name) => bits | bitOf(type, name), 0);
}

function hasBit(bits: number, type: string, name: ChannelPermission): boolean {
  return (bits & bitOf(type, name)) !== 0;
}

/** 0 where the type of channel does not know the permission, so that nobody can hold it there. */
function bitOf(type: string, name: ChannelPermission): number {
  const bits: Partial<Record<ChannelPermission, number>> = channelPermissionBits[type as ChannelType] ?? {};
  const bit = bits[name];
  return bit === undefined ? 0 : 1 << bit;
}

function roleIds(team: TeamView, userId: UserId): readonly RoleId[] {
  return [team.everyoneRoleId, ...(team.members.get(userId)?.roles ?? [])];
}
