import { type Abortable, type Api, Cancellation, type Client, type Logger, type MessageOptions } from '@botwright/core';
import type {
  ChannelId,
  ClientUser,
  EventPayload,
  Member,
  Message,
  MessageDraft,
  TeamId,
  User,
  UserId,
} from '@botwright/protocol';
import type { Json } from '@botwright/store';
import type { ArgumentSource } from './arguments/schema.js';
import { CallDirectory } from './call-directory.js';
import type { ConversationClass } from './conversations/conversation.js';
import type { CommandDefinition } from './definition.js';
import type { Answers } from './edits/answers.js';
import { NotInTeam } from './errors.js';
import type { NameMatch, Registry } from './registry.js';
import type { CallRules } from './team-settings.js';
import type { Texts } from './texts/en.js';
import {
  type Asked,
  type Asker,
  type AskOptions,
  choiceQuestion,
  textQuestion,
  yesNoQuestion,
} from './waits/choices.js';
import { awaitMessage, awaitPress } from './waits/next.js';
import { type PageOptions, showPages } from './waits/pages.js';
import { asDraft, askQuestion, type WaitOptions } from './waits/question.js';
import type { Press, Waits } from './waits/waits.js';

/** The commands that stand beside the one that runs. */
export interface CommandDirectory {
  readonly commands: readonly CommandDefinition[];
  /** The command, or the group of commands, that the text begins with. */
  find(text: string): NameMatch | undefined;
}

/** What is known of a message that something is done about, and the ways to answer it and to ask back. */
export interface ChatContext {
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
  /** As the service says: `text`, or another where the message was sent outside any team. */
  readonly channelType: string;
  /** Whether the author is one of the bot's owners. */
  readonly byOwner: boolean;
  /** The bot's own account. */
  readonly bot: ClientUser;
  readonly api: Api;
  /** Aborts when the call should end early. The calls of this context follow it by themselves. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** What commands say of their own accord, in the language of the author, else of the team, else of the bot. */
  readonly texts: Texts;

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

  /**
   * Asks the author something, and gives what they write next in this channel: the text without white space around it,
   * or the value that `as` makes of it. What will not do is explained, and they may try three times. The channel's other
   * messages are handled meanwhile, and the deadline of the handler ends. A restart ends the wait; a conversation goes on.
   *
   * @throws {WaitTimedOut} when no answer comes in time.
   * @throws {WaitCancelled} when they write `cancel`, try in vain, or delete the message that called; and when the bot stops.
   */
  ask(question: string | MessageDraft, options?: WaitOptions): Promise<string>;
  ask<Value>(question: string | MessageDraft, options: AskOptions<Value>): Promise<Value>;

  /** Asks for yes or no, by reaction or in words. @throws as `ask` does. */
  confirm(question: string | MessageDraft, options?: WaitOptions): Promise<boolean>;

  /** Lists choices with numbers, and gives the one they pick by reaction, number or text. @throws as `ask` does. */
  choose<const Choice extends string>(
    question: string,
    choices: readonly Choice[],
    options?: WaitOptions,
  ): Promise<Choice>;

  /**
   * Shows one of some pages, at first the first, and turns them by reaction, for the author alone. Ends when they end it, or have done
   * nothing for `timeoutMs`, by default 2 minutes.
   */
  paginate(pages: readonly (string | MessageDraft)[], options?: PageOptions): Promise<void>;

  /** The next message of the author in this channel, whatever it says. @throws {WaitTimedOut} and {WaitCancelled}. */
  nextMessage(options?: WaitOptions): Promise<Message>;

  /** The next reaction that the author gives or takes back under a message. @throws {WaitTimedOut} and {WaitCancelled}. */
  nextReaction(message: Pick<Message, 'id'>, options?: Pick<WaitOptions, 'timeoutMs'>): Promise<Press>;

  /**
   * Begins a conversation with the author in this channel, in place of one that they have there. Resolves when it is
   * stored; from there on it goes its own way, also over a restart.
   *
   * @throws {ConversationInvalid} for a class that the bot does not know as one.
   */
  begin(conversation: ConversationClass, input?: Json): Promise<void>;
}

/** What a command gets to know about its call, and how it answers. */
export interface CommandContext extends ChatContext {
  /** The usage has no prefix: `remind <after> <what…>`. */
  readonly command: { readonly name: string; readonly usage: string };
  /** The prefix to show in a text about commands. */
  readonly prefix: string;
  readonly commands: CommandDirectory;
}

/** The context of a call as this package knows it. */
export interface CallContext extends CommandContext {
  /** As that of the signal, which need not be made for it. @throws why the call was given up, if it was. */
  throwIfAborted(): void;
}

/** What the contexts of one bot share. */
export interface ContextParts {
  readonly client: Pick<Client, 'api' | 'user' | 'log'>;
  readonly registry: Registry;
  readonly waits: Waits;
  /** Who runs the bot. */
  readonly owners: readonly UserId[];
  begin(conversation: ConversationClass, input: Json, message: Message, teamId: TeamId | null): Promise<void>;
}

/** The message that a context is about. */
export interface MessageCall {
  readonly event: Pick<EventPayload<'MESSAGE_SEND'>, 'message' | 'teamId'> &
    Partial<Pick<EventPayload<'MESSAGE_SEND'>, 'channelType'>>;
  readonly content: string;
  readonly command: { readonly name: string; readonly usage: string };
  readonly rules: CallRules;
  /** Aborts when the call should end early. */
  readonly abortable: Abortable;
  /** What sends its answers, where that is more than creating a message. */
  readonly answers?: Pick<Answers, 'deliver'> | undefined;
}

/** The context of a call that came in a message. */
export class MessageContext implements CallContext {
  readonly message: Message;
  readonly content: string;
  readonly command: MessageCall['command'];
  readonly texts: Texts;
  private ownLog: Logger | undefined;

  constructor(
    private readonly parts: ContextParts,
    private readonly call: MessageCall,
  ) {
    this.message = call.event.message;
    this.content = call.content;
    this.command = call.command;
    this.texts = call.rules.texts;
  }

  get author(): User {
    return this.message.createdBy;
  }

  get channelId(): ChannelId {
    return this.message.channelId;
  }

  get channelType(): string {
    return this.call.event.channelType ?? 'text';
  }

  get inTeam(): boolean {
    return this.call.event.teamId !== null;
  }

  get teamId(): TeamId {
    const { teamId } = this.call.event;
    if (teamId === null) throw new NotInTeam();
    return teamId;
  }

  get byOwner(): boolean {
    return this.parts.owners.includes(this.author.id);
  }

  get bot(): ClientUser {
    return this.parts.client.user;
  }

  get api(): Api {
    return this.parts.client.api;
  }

  get prefix(): string {
    return this.call.rules.prefixes.shown ?? `@${this.bot.username} `;
  }

  get commands(): CommandDirectory {
    return new CallDirectory(this.parts.registry, this.call.rules);
  }

  get signal(): AbortSignal {
    const { abortable } = this.call;
    return abortable instanceof Cancellation ? abortable.signal : abortable;
  }

  throwIfAborted(): void {
    this.call.abortable.throwIfAborted();
  }

  /** Made when it is first asked for: most calls have nothing to say, and a child logger is not free. */
  get log(): Logger {
    this.ownLog ??= this.parts.client.log.child({ command: this.command.name, messageId: this.message.id });
    return this.ownLog;
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

  ask(text: string | MessageDraft, options?: WaitOptions): Promise<string>;
  ask<Value>(text: string | MessageDraft, options: AskOptions<Value>): Promise<Value>;
  ask<Value>(
    text: string | MessageDraft,
    options: WaitOptions & { readonly as?: ArgumentSource<Value> } = {},
  ): Promise<Value | string> {
    return this.put(textQuestion(this.asker, text, options));
  }

  async confirm(text: string | MessageDraft, options: WaitOptions = {}): Promise<boolean> {
    return this.put(yesNoQuestion(this.asker, text, options));
  }

  async choose<const Choice extends string>(
    text: string,
    choices: readonly Choice[],
    options: WaitOptions = {},
  ): Promise<Choice> {
    return this.put(choiceQuestion(this.asker, text, choices, options));
  }

  paginate(pages: readonly (string | MessageDraft)[], options: PageOptions = {}): Promise<void> {
    return showPages(this, this.parts.waits, pages, options);
  }

  nextMessage(options: WaitOptions = {}): Promise<Message> {
    return awaitMessage(this, this.parts.waits, options);
  }

  nextReaction({ id }: Pick<Message, 'id'>, options: Pick<WaitOptions, 'timeoutMs'> = {}): Promise<Press> {
    return awaitPress(this, this.parts.waits, id, options);
  }

  begin(conversation: ConversationClass, input: Json = null): Promise<void> {
    return this.parts.begin(conversation, input, this.message, this.call.event.teamId);
  }

  /** The same call, as if this message of the same person had made it. */
  about(message: Message): MessageContext {
    const event = { ...this.call.event, message };
    return new MessageContext(this.parts, { ...this.call, event, content: message.content ?? '' });
  }

  /** What asks on behalf of this call. */
  get asker(): Asker {
    return { context: this, waits: this.parts.waits, about: (message) => this.about(message) };
  }

  private put<Value>({ draft, question }: Asked<Value>): Promise<Value> {
    return askQuestion(question, () => this.reply(draft));
  }

  private create(draft: MessageDraft, options: MessageOptions | undefined): Promise<Message> {
    const { answers, abortable } = this.call;
    const followed = { signal: abortable, ...options };
    if (answers !== undefined) return answers.deliver(draft, followed);
    return this.api.messages.create(this.channelId, draft, followed);
  }
}
