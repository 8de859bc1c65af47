import { grantsTeamPermission, type Message } from '@botwright/protocol';
import { type ChatState, findChannel, rolesOf, teamOf } from './state.js';

export function mayEdit(state: ChatState, message: Message): boolean {
  return message.createdBy.id === state.me?.id;
}

/** Whether to offer deletion. The sandbox decides; this only keeps buttons away that would be refused. */
export function mayDelete(state: ChatState, message: Message): boolean {
  if (mayEdit(state, message)) return true;
  const team = teamOf(state, findChannel(state, message.channelId));
  const member = team?.members.get(state.me?.id ?? '');
  if (!team || !member) return false;
  if (team.team.createdBy === member.id) return true;
  return rolesOf(team, member).some((role) => grantsTeamPermission(role.permissions, 'DELETE_MESSAGES'));
}
