import type { OperationId } from '@botwright/protocol';
import type { Api } from './api.js';

type MethodsOf<Resource extends keyof Api> = `${Resource}.${keyof Api[Resource] & string}`;

/** A method of the API, such as `messages.create`. */
export type ApiMethod = { [Resource in keyof Api]: MethodsOf<Resource> }[keyof Api];

/** The method that calls each operation. An operation without one, or with one that is not there, does not compile. */
export const coverage = {
  getTeamChannels: 'channels.list',
  getChannelById: 'channels.get',
  createChannelMessage: 'messages.create',
  getChannelMessages: 'messages.list',
  getChannelMessageById: 'messages.get',
  updateChannelMessage: 'messages.edit',
  deleteChannelMessage: 'messages.delete',
  getTeam: 'teams.get',
  listTeams: 'teams.list',
  getMember: 'members.get',
  listMembers: 'members.list',
  kickMember: 'members.kick',
  getBannedUsers: 'members.bans',
  banUser: 'members.ban',
  unbanUser: 'members.unban',
  getTeamRoles: 'roles.list',
  getUserById: 'users.get',
  getLoggedInUser: 'users.me',
} as const satisfies Record<OperationId, ApiMethod>;
