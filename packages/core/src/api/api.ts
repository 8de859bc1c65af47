import type { RequestRejected } from '../errors.js';
import type { Rest } from '../rest/rest.js';
import { Announcements } from './announcements.js';
import { Applications } from './applications.js';
import { Attachments } from './attachments.js';
import { Blogs } from './blogs.js';
import type { CallOptions } from './call-options.js';
import { Categories } from './categories.js';
import { Channels } from './channels.js';
import { DirectMessages } from './direct-messages.js';
import { type Explanation, explainRefusal } from './explanation.js';
import { Members } from './members.js';
import { Messages } from './messages.js';
import { Reactions } from './reactions.js';
import { Roles } from './roles.js';
import { Teams } from './teams.js';
import { Todos } from './todos.js';
import { Users } from './users.js';
import { Voice } from './voice.js';

/**
 * The service's operations, a class a resource and a method an operation. Beside what each method names, all of them
 * throw what {@link Rest.call} throws. Webhooks need no bot and have a client of their own: {@link WebhookClient}.
 */
export class Api {
  readonly messages: Messages;
  readonly attachments: Attachments;
  readonly reactions: Reactions;
  readonly directMessages: DirectMessages;
  readonly channels: Channels;
  readonly categories: Categories;
  readonly announcements: Announcements;
  readonly todos: Todos;
  readonly voice: Voice;
  readonly teams: Teams;
  readonly members: Members;
  readonly roles: Roles;
  readonly applications: Applications;
  readonly blogs: Blogs;
  readonly users: Users;

  constructor(rest: Rest) {
    this.messages = new Messages(rest);
    this.attachments = new Attachments(rest);
    this.reactions = new Reactions(rest);
    this.directMessages = new DirectMessages(rest);
    this.channels = new Channels(rest);
    this.categories = new Categories(rest);
    this.announcements = new Announcements(rest);
    this.todos = new Todos(rest);
    this.voice = new Voice(rest);
    this.teams = new Teams(rest);
    this.members = new Members(rest);
    this.roles = new Roles(rest);
    this.applications = new Applications(rest);
    this.blogs = new Blogs(rest);
    this.users = new Users(rest);
  }

  /**
   * Tells why the service said 403: which right the bot lacks, where, through which roles, and who could give it. It
   * reads the team's roles and channels for that, a handful of calls.
   * @throws what those calls throw.
   */
  explain(error: RequestRejected, options: CallOptions = {}): Promise<Explanation> {
    return explainRefusal(this, error, options);
  }
}
