import type { Channel, MessageId, Right, TeamId, UserId } from '@botwright/protocol';
import { holdsRight, mayView, type Place } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { existing, type Membership, type StoredMessage, type TeamView } from '../world/state.js';
import type { AnyCall } from './endpoint.js';

/** A team of the caller. Teams of others do not exist for them. */
export function reachTeam({ world, caller }: AnyCall, teamId: TeamId): TeamView {
  const team = world.teams.get(teamId);
  if (!team?.members.has(caller.id)) throw Refusal.unknown('team', teamId);
  return team;
}

/** A channel that the caller may see. */
export function reachChannel(call: AnyCall, channelId: string): Channel {
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

/** A channel that holds messages. */
export function reachTextChannel(call: AnyCall, channelId: string): Channel {
  const channel = reachChannel(call, channelId);
  if (channel.type === 'text') return channel;
  throw Refusal.badInput(`channelId must name a text channel; #${channel.name} is of type ${channel.type}`);
}

export function reachMessage({ world }: AnyCall, channel: Channel, messageId: MessageId): StoredMessage {
  const message = existing(world.messages, channel.id).get(messageId);
  if (!message) throw Refusal.unknown('message', messageId);
  return message;
}

export function reachMember(team: TeamView, userId: UserId): Membership {
  const membership = team.members.get(userId);
  if (!membership) throw Refusal.unknown('member', userId);
  return membership;
}

/** Refuses the call unless the caller holds one of the rights that its operation asks for. */
export function demandRight({ operation, world, caller }: AnyCall, place: Place): void {
  const { needs = [] } = operation;
  if (needs.length === 0 || !world.enforcesPermissions) return;
  if (needs.some((right) => holdsRight(caller.id, right, place))) return;
  throw Refusal.missingPermission(needs.map(wording), placeName(place));
}

function wording(right: Right): string {
  return right === 'author' ? 'to be the author' : (right.split(':')[1] as string);
}

function placeName({ team, channel }: Place): string {
  return channel ? `channel #${channel.name}` : `team ${team.team.name}`;
}
