import {
  type Channel,
  type ChannelPermission,
  type ChannelType,
  channelPermissionsOf,
  grantsChannelPermission,
  grantsTeamPermission,
  type Right,
  type Role,
  type RoleId,
  startingChannelPermissions,
  type TeamPermission,
  teamPermissionNames,
  type UserId,
} from '@botwright/protocol';
import { existing, type TeamView, type WorldView } from './world/state.js';

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

export function holdsChannelPermission(
  team: TeamView,
  channel: Channel,
  userId: UserId,
  name: ChannelPermission,
): boolean {
  if (!team.members.has(userId)) return false;
  if (holdsTeamPermission(team, userId, 'ADMINISTRATOR')) return true;
  const category = channel.parentId === null ? undefined : team.categories.get(channel.parentId);
  const held = { everyone: team.everyoneRoleId, given: team.members.get(userId)?.roles ?? [] };
  return grantsChannelPermission(channelPermissionsOf({ channel, category }, held), channel.type, name);
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
  const names: readonly string[] = startingChannelPermissions[channel?.type as ChannelType] ?? [];
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

function roleIds(team: TeamView, userId: UserId): readonly RoleId[] {
  return [team.everyoneRoleId, ...(team.members.get(userId)?.roles ?? [])];
}
