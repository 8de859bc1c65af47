import { Client, createLog, type Transport, type TransportReply, type TransportRequest } from '@botwright/core';
import {
  apiPrefix,
  ClientUser,
  type EventPayload,
  Member,
  Message,
  Role,
  Team,
  type TeamPermission,
  teamPermissions,
} from '@botwright/protocol';
import { type CommandClass, Commands, type CommandsOptions, type Invocation } from '../../src/index.js';

const createdAt = '2026-01-01T00:00:00.000Z';

interface Somebody {
  readonly id?: string;
  readonly roles?: readonly string[];
}

interface SentMessage {
  readonly content: string;
  readonly replyTo?: string;
}

/** One team as the service would answer about it, over a real client whose transport is this object. */
export class TestTeam {
  readonly id = 'team0';
  readonly bot = ClientUser.parse({ id: 'bot0', username: 'botty', bot: true });
  readonly members = new Map<string, Member>();
  readonly roles = new Map<string, Role>();
  /** Paths that were asked for, with their methods: `GET /teams/team0/roles`. */
  readonly calls: string[] = [];
  readonly sent: SentMessage[] = [];
  readonly logLines: Record<string, unknown>[] = [];
  /** What answers instead of the team, when set. */
  failure: TransportReply | undefined;
  /** What stands at other paths: `/teams/team0/channels`. */
  readonly answers = new Map<string, Record<string, unknown>>();
  readonly client: Pick<Client, 'api' | 'user' | 'log'>;

  constructor() {
    const log = createLog({ level: 'debug', destination: { write: (line) => this.logLines.push(JSON.parse(line)) } });
    const transport: Transport = (request) => Promise.resolve(this.answer(request));
    const { api } = new Client({ token: 'test-token', baseUrl: 'http://127.0.0.1:1', log, transport });
    this.client = { api, log, user: this.bot };
    this.addMember('ada');
    this.addMember('botty', { id: this.bot.id });
  }

  addMember(username: string, { id = `${username}-id`, roles = [] }: Somebody = {}): Member {
    const member = Member.parse({ id, username, roles, teamId: this.id });
    this.members.set(id, member);
    return member;
  }

  addRole(name: string, priority: number, ...permissions: TeamPermission[]): Role {
    const role = Role.parse({
      id: name,
      teamId: this.id,
      name,
      color: '#ffffff',
      priority,
      permissions: teamPermissions(...permissions),
      createdAt,
    });
    this.roles.set(role.id, role);
    return role;
  }

  /** The text of the last message that the bot sent. */
  get lastText(): string | undefined {
    return this.sent.at(-1)?.content;
  }

  commands(classes: readonly CommandClass[], options: Partial<CommandsOptions> = {}): Commands {
    return new Commands({
      prefix: '!',
      commands: classes,
      client: this.client,
      instantiate: (commandClass) => new commandClass(),
      // One message after the other fails in a test, far faster than anybody writes.
      failureAnswers: { quietMs: 0 },
      ...options,
    });
  }

  /** Runs what ada says, as if it came as an event. */
  async says(commands: Commands, content: string, from: Partial<EventPayload<'MESSAGE_SEND'>> = {}) {
    const invocation: Invocation | undefined = await commands.handle({ ...this.messageEvent(content), ...from });
    return invocation;
  }

  messageEvent(content: string | null, createdBy: Record<string, unknown> = {}): EventPayload<'MESSAGE_SEND'> {
    const message = this.message({ content, createdBy: { id: 'ada-id', username: 'ada', ...createdBy } });
    return { message, channelId: message.channelId, channelType: 'text', teamId: this.id };
  }

  message(facts: Record<string, unknown>): Message {
    return Message.parse({ id: 'm1', channelId: 'channel0', createdAt, ...facts });
  }

  private answer({ method, path, body }: TransportRequest): TransportReply {
    const place = path.slice(apiPrefix.length);
    this.calls.push(`${method} ${place}`);
    if (method === 'POST') return this.store(JSON.parse(String(body)));
    return this.failure ?? this.read(place);
  }

  private store(draft: SentMessage): TransportReply {
    this.sent.push(draft);
    return reply({ message: this.message({ ...draft, createdBy: this.bot }) });
  }

  private read(place: string): TransportReply {
    const known = this.answers.get(place);
    if (known !== undefined) return reply(known);
    const [, kind, , part, id = ''] = place.split('/');
    if (part === 'details') {
      return reply({ team: Team.parse({ id: this.id, name: 'team', createdBy: 'owner-id', createdAt }) });
    }
    if (part === 'roles') return reply({ roles: [...this.roles.values()] });
    if (part === 'members' && id === '') return reply({ members: [...this.members.values()] });
    const person =
      (kind === 'users' || part === 'members') && this.members.get(kind === 'users' ? (place.split('/')[2] ?? '') : id);
    if (!person) return { status: 404, headers: {}, body: '{"success":false,"message":"unknown"}' };
    return reply(kind === 'users' ? { user: person } : { member: person });
  }
}

function reply(answer: Record<string, unknown>): TransportReply {
  return { status: 200, headers: {}, body: JSON.stringify({ success: true, ...answer }) };
}
