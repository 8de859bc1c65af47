import type { Api, Logger, MessageOptions } from '@botwright/core';
import type { ChannelId, ClientUser, Member, Message, MessageDraft, TeamId, User } from '@botwright/protocol';
import type { CommandDefinition } from './definition.js';
import { NotInTeam } from './errors.js';
import type { NameMatch } from './registry.js';

/** The commands that stand beside the one that runs. */
export interface CommandDirectory {
  readonly commands: readonly CommandDefinition[];
  /** The command, or the group of commands, that the text begins with. */
  find(text: string): NameMatch | undefined;
}

/** What a command gets to know about its call, and how it answers. */
export interface CommandContext {
  /** The message that called. */
  readonly message: Message;
  /** The whole text of the message, with prefix and name. */
  readonly content: string;
  readonly author: User;
  /** Whether the message was sent in a team; `teamId` can be read then. */
  readonly inTeam: boolean;
  /** @throws {NotInTeam} when the message was sent outside any team. */
  readonly teamId: TeamId;
  readonly channelId: ChannelId;
  /** The usage has no prefix: `remind <after> <what…>`. */
  readonly command: { readonly name: string; readonly usage: string };
  /** The prefix to show in a text about commands. */
  readonly prefix: string;
  /** The bot's own account. */
  readonly bot: ClientUser;
  readonly api: Api;
  readonly commands: CommandDirectory;
  /** Aborts when the call should end early. The calls of this context follow it by themselves. */
  readonly signal: AbortSignal;
  readonly log: Logger;

  /**
   * Answers in the same channel, as a reply to the message that called. Mentions notify nobody unless
   * `options.allowMentions` says so.
   *
   * @throws {RequestRejected} as `api.messages.create` does.
   */
  reply(message: string | MessageDraft, options?: MessageOptions): Promise<Message>;

  /**
   * Speaks in the same channel, without a reference to the message that called.
   *
   * @throws {RequestRejected} as `api.messages.create` does.
   */
  send(message: string | MessageDraft, options?: MessageOptions): Promise<Message>;

  /**
   * Reads the author's membership of the team; anew each time, since roles change.
   *
   * @throws {NotInTeam} when the message was sent outside any team.
   * @throws {RequestRejected} 404 when the author is no member any more (inferred).
   */
  member(): Promise<Member>;
}

interface MessageCall {
  readonly message: Message;
  readonly content: string;
  readonly teamId: TeamId | null;
  readonly command: CommandDefinition;
  readonly prefix: string;
  readonly bot: ClientUser;
  readonly api: Api;
  readonly commands: CommandDirectory;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** The context of a call that came in a message. */
export class MessageContext implements CommandContext {
  readonly message: Message;
  readonly content: string;
  readonly command: CommandDefinition;
  readonly prefix: string;
  readonly bot: ClientUser;
  readonly api: Api;
  readonly commands: CommandDirectory;
  readonly signal: AbortSignal;
  private readonly team: TeamId | null;
  private readonly botLog: Logger;
  private ownLog: Logger | undefined;

  constructor(call: MessageCall) {
    this.message = call.message;
    this.content = call.content;
    this.command = call.command;
    this.prefix = call.prefix;
    this.bot = call.bot;
    this.api = call.api;
    this.commands = call.commands;
    this.signal = call.signal;
    this.botLog = call.log;
    this.team = call.teamId;
  }

  get author(): User {
    return this.message.createdBy;
  }

  get channelId(): ChannelId {
    return this.message.channelId;
  }

  /** Made when it is first asked for: most calls have nothing to say, and a child logger is not free. */
  get log(): Logger {
    this.ownLog ??= this.botLog.child({ command: this.command.name, messageId: this.message.id });
    return this.ownLog;
  }

  get inTeam(): boolean {
    return this.team !== null;
  }

  get teamId(): TeamId {
    if (this.team === null) throw new NotInTeam();
    return this.team;
  }

  reply(message: string | MessageDraft, options?: MessageOptions): Promise<Message> {
    return this.create({ ...asDraft(message), replyTo: this.message.id }, options);
  }

  send(message: string | MessageDraft, options?: MessageOptions): Promise<Message> {
    return this.create(asDraft(message), options);
  }

  async member(): Promise<Member> {
    return this.api.members.get(this.teamId, this.author.id, { signal: this.signal });
  }

  private create(draft: MessageDraft, options: MessageOptions | undefined): Promise<Message> {
    return this.api.messages.create(this.channelId, draft, { signal: this.signal, ...options });
  }
}

function asDraft(message: string | MessageDraft): MessageDraft {
  return typeof message === 'string' ? { content: message } : message;
}
