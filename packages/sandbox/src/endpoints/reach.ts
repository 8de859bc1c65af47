import type {
  Category,
  CategoryId,
  Channel,
  ChannelId,
  ChannelType,
  MessageId,
  Right,
  Role,
  RoleId,
  TeamId,
  UserId,
} from '@botwright/protocol';
import { holdsRight, isEverydayRight, mayView, type Place } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { type MessageChannel, privateChannel } from '../world/message-channel.js';
import { existing, type Membership, type StoredMessage, type TeamView } from '../world/state.js';
import type { AnyCall } from './endpoint.js';

/** A team of the caller. Teams of others do not exist for them. */
export function reachTeam({ world, caller }: AnyCall, teamId: TeamId): TeamView {
  const team = world.teams.get(teamId);
  if (!team?.members.has(caller.id)) throw Refusal.unknown('team', teamId);
  return team;
}

/** A channel that the caller may see. */
function reachChannel(call: AnyCall, channelId: string): Channel {
  const { world, caller } = call;
  const channel = world.channels.get(channelId);
  if (!channel || !existing(world.teams, channel.teamId).members.has(caller.id)) {
    throw Refusal.unknown('channel', channelId);
  }
  if (!mayView(world, channel, caller.id)) {
    throw Refusal.missingPermission(['VIEW_CHANNEL'], `channel ${JSON.stringify(channelId)}`);
  }
  return channel;
}

/** A channel that the caller may see and that holds what the operation is about. */
function reachChannelOfType(call: AnyCall, channelId: string, type: ChannelType): Channel {
  return demandType(reachChannel(call, channelId), type);
}

export function demandType(channel: Channel, type: ChannelType): Channel {
  if (channel.type === type) return channel;
  throw Refusal.badInput(`channelId must name a channel of type ${type}; #${channel.name} is of type ${channel.type}`);
}

/** A channel that holds messages: one of a team, or that of a private conversation of the caller. */
export function reachMessageChannel(call: AnyCall, channelId: ChannelId): MessageChannel {
  const conversation = call.world.directMessages.get(channelId);
  if (!conversation?.users.includes(call.caller.id)) return reachChannelOfType(call, channelId, 'text');
  return privateChannel(channelId);
}

export function reachMessage({ world }: AnyCall, channel: MessageChannel, messageId: MessageId): StoredMessage {
  const message = existing(world.messages, channel.id).get(messageId);
  if (!message) throw Refusal.unknown('message', messageId);
  return message;
}

export function reachMember(team: TeamView, userId: UserId): Membership {
  const membership = team.members.get(userId);
  if (!membership) throw Refusal.unknown('member', userId);
  return membership;
}

/** A role of the team. */
export function reachRole(team: TeamView, roleId: RoleId): Role {
  const role = team.roles.get(roleId);
  if (!role) throw Refusal.unknown('role', roleId);
  return role;
}

export function reachCategory(team: TeamView, categoryId: CategoryId): Category {
  const category = team.categories.get(categoryId);
  if (!category) throw Refusal.unknown('category', categoryId);
  return category;
}

/** A channel that the caller may see, in the team that the path names. */
export function reachTeamChannel(call: AnyCall, { teamId, channelId }: { teamId: TeamId; channelId: ChannelId }) {
  const team = reachTeam(call, teamId);
  const channel = reachChannel(call, channelId);
  if (channel.teamId !== teamId) throw Refusal.unknown('channel', channelId);
  return { team, channel };
}

/** A channel in the team that the path names, in which the caller holds a right that the operation asks for. */
export function reachTeamChannelByRight(call: AnyCall, path: { teamId: TeamId; channelId: ChannelId }) {
  const place = reachTeamChannel(call, path);
  demandRight(call, place);
  return place;
}

/** A team of the caller in which they hold a right that the operation asks for. */
export function reachTeamByRight(call: AnyCall, teamId: TeamId): TeamView {
  const team = reachTeam(call, teamId);
  demandRight(call, { team });
  return team;
}

/** A channel of one type in which the caller holds a right that the operation asks for, and its team. */
export function reachChannelByRight(call: AnyCall, channelId: ChannelId, type: ChannelType) {
  const channel = reachChannelOfType(call, channelId, type);
  const team = existing(call.world.teams, channel.teamId);
  demandRight(call, { team, channel });
  return { team, channel };
}

/** Refuses the call unless the caller holds one of the rights that its operation asks for. */
export function demandRight(call: AnyCall, place: Place): void {
  const { needs = [] } = call.operation;
  if (needs.length === 0 || !call.world.enforcesPermissions) return;
  const held = needs.find((right) => holdsRight(call.caller.id, right, place));
  if (held === undefined) throw Refusal.missingPermission(needs.map(wording), placeName(place));
  if (held !== 'author' && !isEverydayRight(held, place.channel)) call.actsByRight(place.team);
}

/** As `demandRight`. In a private conversation everybody may do all but what is the author's. */
export function demandMessageRight(call: AnyCall, channel: MessageChannel, authorId?: UserId): void {
  const { operation, world, caller } = call;
  if (channel.teamId !== null) {
    const team = existing(world.teams, channel.teamId);
    demandRight(call, { team, channel, ...(authorId !== undefined && { authorId }) });
  } else if (operation.needs?.includes('author') && world.enforcesPermissions && authorId !== caller.id) {
    throw Refusal.missingPermission([wording('author')], 'a private conversation');
  }
}

function wording(right: Right): string {
  return right === 'author' ? 'to be the author' : (right.split(':')[1] as string);
}

function placeName({ team, channel }: Place): string {
  return channel ? `channel #${channel.name}` : `team ${team.team.name}`;
}
