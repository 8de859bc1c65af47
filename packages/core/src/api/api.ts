import type { Rest } from '../rest/rest.js';
import { Channels } from './channels.js';
import { Members } from './members.js';
import { Messages } from './messages.js';
import { Roles } from './roles.js';
import { Teams } from './teams.js';
import { Users } from './users.js';

/**
 * The service's operations, a class a resource and a method an operation. Beside what each method names, all of them
 * throw what {@link Rest.call} throws.
 */
export class Api {
  readonly messages: Messages;
  readonly channels: Channels;
  readonly teams: Teams;
  readonly members: Members;
  readonly roles: Roles;
  readonly users: Users;

  constructor(rest: Rest) {
    this.messages = new Messages(rest);
    this.channels = new Channels(rest);
    this.teams = new Teams(rest);
    this.members = new Members(rest);
    this.roles = new Roles(rest);
    this.users = new Users(rest);
  }
}
