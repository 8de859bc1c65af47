import {
  type Channel,
  type ChannelPermission,
  channelPermissionBits,
  grantsTeamPermission,
  type Member,
  type Message,
  type TeamPermission,
  type UserId,
} from '@botwright/protocol';
import { type ChatState, findChannel, rolesOf, type TeamState, teamOf } from './state.js';

// What is offered is what would be granted. The sandbox decides; this only keeps buttons away that would be refused.

export function mayEdit(state: ChatState, message: Message): boolean {
  return message.createdBy.id === state.me?.id;
}

export function mayDelete(state: ChatState, message: Message): boolean {
  if (mayEdit(state, message)) return true;
  const channel = findChannel(state, message.channelId);
  const team = teamOf(state, channel);
  if (!team || !channel) return false;
  return holds(team, state.me?.id, 'DELETE_MESSAGES') || isGranted(team, channel, state.me?.id, 'MANAGE_MESSAGES');
}

export function holds(team: TeamState, userId: UserId | undefined, permission: TeamPermission): boolean {
  const member = team.members.get(userId ?? '');
  if (!member) return false;
  if (team.team.createdBy === member.id) return true;
  return heldRoles(team, member).some((role) => grantsTeamPermission(role.permissions, permission));
}

/** Whether a member was given a permission in a channel that nobody has there from the start. */
export function isGranted(
  team: TeamState,
  channel: Channel,
  userId: UserId | undefined,
  permission: ChannelPermission,
): boolean {
  const member = team.members.get(userId ?? '');
  if (!member) return false;
  if (holds(team, member.id, 'ADMINISTRATOR')) return true;
  const overwrites = heldRoles(team, member).flatMap(({ id }) => channel.permissions.role[id] ?? []);
  return overwrites.some(({ allow }) => (allow & bitOf(channel.type, permission)) !== 0);
}

/** Whether one member may kick or ban another, as far as rank goes: nobody themself, nor the owner. */
export function outranks(team: TeamState, userId: UserId | undefined, other: Member): boolean {
  const member = team.members.get(userId ?? '');
  if (!member || member.id === other.id) return false;
  return rankOf(team, member) > rankOf(team, other);
}

/** Where a member stands: the owner above all, the others by their highest role. */
export function rankOf(team: TeamState, member: Member): number {
  if (member.id === team.team.createdBy) return Number.POSITIVE_INFINITY;
  return rolesOf(team, member)[0]?.priority ?? Number.NEGATIVE_INFINITY;
}

/** Everybody holds the lowest role of a team, without its being listed (inferred). */
function heldRoles(team: TeamState, member: Member) {
  const [lowest] = team.roles.toSorted((a, b) => a.priority - b.priority);
  const own = rolesOf(team, member);
  return lowest && !own.includes(lowest) ? [...own, lowest] : own;
}

function bitOf(type: string, permission: ChannelPermission): number {
  const bits: Partial<Record<ChannelPermission, number>> =
    (channelPermissionBits as Record<string, Partial<Record<ChannelPermission, number>>>)[type] ?? {};
  const bit = bits[permission];
  return bit === undefined ? 0 : 1 << bit;
}
