import {
  type Channel,
  type ChannelPermission,
  type ChannelType,
  channelPermissionBits,
  grantsTeamPermission,
  type Right,
  type TeamPermission,
  teamPermissions,
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

function rank(team: TeamView, userId: UserId): number {
  if (team.team.createdBy === userId) return Number.POSITIVE_INFINITY;
  return Math.max(...roleIds(team, userId).map((id) => existing(team.roles, id).priority));
}

function teamBits(team: TeamView, userId: UserId): number {
  return roleIds(team, userId).reduce((bits, id) => bits | existing(team.roles, id).permissions, teamPermissions());
}

function channelBits(team: TeamView, channel: Channel, userId: UserId): number {
  const everyone = overwriteOf(channel, [team.everyoneRoleId]);
  const own = overwriteOf(channel, team.members.get(userId)?.roles ?? []);
  const starting = (startingBits(channel.type) & ~everyone.deny) | everyone.allow;
  return (starting & ~own.deny) | own.allow;
}

function overwriteOf(channel: Channel, ids: readonly string[]): { allow: number; deny: number } {
  const overwrites = ids.flatMap((id) => channel.permissions.role[id] ?? []);
  return {
    allow: overwrites.reduce((bits, { allow }) => bits | allow, 0),
    deny: overwrites.reduce((bits, { deny }) => bits | deny, 0),
  };
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

function roleIds(team: TeamView, userId: UserId): readonly string[] {
  return [team.everyoneRoleId, ...(team.members.get(userId)?.roles ?? [])];
}
