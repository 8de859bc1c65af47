import { type Clock, systemClock } from '@botwright/clock';
import { type Client, OptionInvalid } from '@botwright/core';
import type { EventPayload, Message, MessageId, TeamId, User, UserId } from '@botwright/protocol';
import { memoryStore, type Store } from '@botwright/store';
import { CallDirectory } from './call-directory.js';
import type { CommandClass } from './command-class.js';
import { type ChatContext, MessageContext } from './context.js';
import type { ConversationClass, ConversationInstance } from './conversations/conversation.js';
import { type ConversationOrigin, Conversations } from './conversations/conversations.js';
import { type CommandDefinition, defineCommand } from './definition.js';
import { type CommandDescription, describeCommand } from './describe.js';
import type { Answers } from './edits/answers.js';
import { type CallReading, type EditOptions, Edits } from './edits/edits.js';
import { ExplainCommand } from './explain/command.js';
import { type ExplainPlace, type Explanation, explainCall } from './explain/explain.js';
import { type FailureAnswerOptions, FailureAnswers } from './failure-answers.js';
import { Help } from './help.js';
import { type Host, type Invocation, invoke } from './invoke.js';
import { Limits } from './limits/limits.js';
import type { CommandGroupOptions } from './metadata.js';
import { endOfMention, mayBeginWithMention, type Prefix, roleMentioned } from './prefixes.js';
import { Registry } from './registry.js';
import { settingsCommands } from './settings/commands.js';
import { SettingsDesk } from './settings/desk.js';
import { StoredSettings } from './settings/stored-settings.js';
import { type Correction, correctionsOf } from './slips.js';
import { type CallRules, SettingsBook, type SettingsSources } from './team-settings.js';
import type { Texts } from './texts/en.js';
import { languages } from './texts/languages.js';
import { phraseIn } from './texts/phrases.js';
import { explainEnding } from './waits/ending.js';
import { WaitCancelled, WaitTimedOut } from './waits/errors.js';
import { Waits } from './waits/waits.js';
import { skipWhiteSpace } from './white-space.js';

type MessageEvent = EventPayload<'MESSAGE_SEND'>;

export interface CommandsOptions extends Host, SettingsSources {
  /** What a command begins with; mentioning the bot always works too. The first text is shown in help. */
  readonly prefix: Prefix | readonly Prefix[];
  /** Whether `bot ping` will do for the prefix `Bot `. Names of commands never depend on case. */
  readonly prefixCase?: 'exact' | 'ignored';
  /** Whether a direct message needs the prefix, as usual, may lack it, or calls nothing at all. */
  readonly directMessages?: 'prefix' | 'bare' | 'ignored';
  /** For how long settings are kept; the machine's clock unless it is said. */
  readonly clock?: Clock;
  readonly commands: readonly CommandClass[];
  /** Descriptions of groups that stand on none of the classes. */
  readonly groups?: readonly CommandGroupOptions[];
  /** Without `events` nothing is known of reactions, changes and deletions. */
  readonly client: Pick<Client, 'api' | 'user' | 'log'> & Partial<Pick<Client, 'events'>>;
  /** Keeps what has to outlive a restart; in memory unless it is given. */
  readonly store?: Store;
  /**
   * Whether a name that no command has is passed over, as usual, or answered with what it may mean: one command is run
   * when the author says yes, several are only listed.
   */
  readonly unknownCommands?: 'silent' | 'suggest';
  /** What becomes of answers when the message that called is changed or deleted; `false` for nothing. */
  readonly edits?: EditOptions | false;
  /** The conversations that may be begun, and what makes them. */
  readonly conversations?: {
    readonly classes: readonly ConversationClass[];
    instantiate(conversationClass: ConversationClass): ConversationInstance;
  };
  /** The heading in help's list for a class that names none itself, for instance the plugin it came from. */
  categoryOf?(commandClass: CommandClass): string | undefined;
  /** `false` leaves the built-in `help` out, for instance to put a command of one's own in its place. */
  readonly help?: false;
  /**
   * Adds the commands `settings` and `language`, by which a team, through those who hold MANAGE_TEAM, and each person
   * change how commands are called. What they settle is kept in the store, and wins over `teamSettings` and
   * `userSettings`.
   */
  readonly settingsCommands?: boolean;
  /** Who runs the bot, by id: they may use what `botOwner()` guards, and the built-in command `explain`. */
  readonly owners?: readonly UserId[];
  /** The short name of the language that is spoken where nobody chose; default `en`. */
  readonly language?: string;
  /** Languages beside English and German, or in their place, by short name. */
  readonly languages?: Readonly<Record<string, Texts>>;
  /** How calls that fail are answered. */
  readonly failureAnswers?: FailureAnswerOptions;
}

interface Call {
  readonly command: CommandDefinition;
  readonly from: number;
}

/** A message that is meant to call; there may be no such command. */
interface Meant {
  readonly call: Call | undefined;
  /** Where the name begins. */
  readonly from: number;
}

interface ContextParts {
  readonly event: Pick<MessageEvent, 'message' | 'teamId'> & Partial<Pick<MessageEvent, 'channelType'>>;
  readonly content: string;
  readonly command: { readonly name: string; readonly usage: string };
  readonly signal: AbortSignal;
  readonly rules: CallRules;
  readonly answers?: Answers;
}

/** A message that may be a call. */
interface Said {
  readonly event: MessageEvent;
  readonly content: string;
  readonly rules: CallRules;
  readonly signal: AbortSignal | undefined;
}

/** The commands of one bot: message in, answer out. Two of these share nothing. */
export class Commands {
  private readonly registry: Registry;
  private readonly settings: SettingsBook;
  private readonly help: CommandDefinition;
  private readonly host: Host;
  private readonly limits: Limits;
  private readonly failureAnswers: FailureAnswers;
  private readonly waits: Waits;
  private readonly conversations: Conversations;
  private readonly edits: Edits;
  private readonly answered = new Set<Promise<void>>();

  /**
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands want one name.
   * @throws {OptionInvalid} for a blank prefix.
   */
  constructor(private readonly options: CommandsOptions) {
    const { client, clock = systemClock } = options;
    const store = options.store ?? memoryStore({ clock });
    const builtIns = builtInsOf(options);
    this.registry = new Registry({ ...options, commands: [...options.commands, ...builtIns] });
    const stored = options.settingsCommands ? new StoredSettings(store) : undefined;
    this.settings = bookOf(options, stored);
    const desk = stored && this.deskOf(stored);
    this.help = defineCommand(Help);
    this.host = {
      onBegin: (command) => options.onBegin?.(command) ?? (() => undefined),
      onFailure: (failure, context) => options.onFailure?.(failure, context),
      instantiate: (commandClass, context) => {
        this.edits.begun(context.message.id);
        if (!builtIns.includes(commandClass)) return options.instantiate(commandClass, context);
        if (commandClass === ExplainCommand) return new ExplainCommand((text, place) => this.explain(text, place));
        return commandClass === Help ? new Help() : new (commandClass as SettingsCommandClass)(desk);
      },
    };
    this.limits = new Limits(store, clock);
    this.failureAnswers = new FailureAnswers(options.failureAnswers, clock);
    this.waits = new Waits(clock, client.events);
    this.conversations = new Conversations({
      classes: options.conversations?.classes ?? [],
      instantiate: (conversationClass) => this.instantiateConversation(conversationClass),
      contextOf: (origin, signal) => this.conversationContext(origin, signal),
      store,
      clock,
      log: client.log,
    });
    this.edits = new Edits({
      client,
      store,
      waits: this.waits,
      options: options.edits ?? {},
      hasReruns: this.registry.commands.some(({ reruns }) => reruns),
      readingOf: (event) => this.readingOf(event),
      rerun: (event, earlier) => this.rerun(event, earlier),
    });
  }

  /**
   * Runs the command that a message calls. Messages of bots, webhooks, the system and the bot itself call nothing, and
   * neither does an unknown name.
   *
   * @returns `undefined`, and no promise, for a message that calls nothing, unless settings or roles had to be read to
   * tell; then the promise gives `undefined`.
   */
  handle(event: MessageEvent, signal?: AbortSignal): Promise<Invocation | undefined> | undefined {
    const { message, teamId } = event;
    const { content, createdBy } = message;
    if (isMachine(createdBy) || (teamId === null && this.options.directMessages === 'ignored')) return undefined;
    if (!content) {
      this.waits.take(event, false);
      return undefined;
    }
    const rules = this.settings.rulesFor(teamId, createdBy.id);
    if (!(rules instanceof Promise)) return this.handleBy({ event, content, rules, signal });
    return rules.then((read) => this.handleBy({ event, content, rules: read, signal }));
  }

  /** Whether a message was the answer to a question, and so nobody else's matter. */
  took(message: Message): boolean {
    return this.waits.took(message);
  }

  /** Goes on with the conversations that a restart interrupted. Call it once, when the bot is connected. */
  async resume(): Promise<void> {
    await this.conversations.resume();
  }

  /**
   * Gives up every wait. Calls that waited end, and say so; conversations pause until the next start. Resolves when they
   * have.
   */
  async stop(): Promise<void> {
    const waiting = [...this.edits.callsOf(this.waits.callIds), ...this.answered];
    const paused = this.conversations.stop();
    this.waits.close();
    await Promise.allSettled([paused, ...waiting]);
  }

  /**
   * Lets a listener answer a message that is no call, and ask back. A wait that ends without an answer is told to the
   * person, as in a command.
   */
  async answering(
    event: MessageEvent,
    name: string,
    signal: AbortSignal,
    work: (context: ChatContext) => unknown,
  ): Promise<void> {
    const content = event.message.content ?? '';
    const rules = this.settings.knownRulesFor(event.teamId, event.message.createdBy.id);
    const context = this.contextOf({ event, content, command: { name, usage: name }, signal, rules });
    const over = tellingEnding(context, work);
    this.answered.add(over);
    try {
      await over;
    } finally {
      this.answered.delete(over);
    }
  }

  /** Reads a team's settings anew with its next message, because they have changed. */
  forgetTeamSettings(teamId: TeamId): void {
    this.settings.forgetTeam(teamId);
  }

  /** Reads a person's prefixes anew with the next message, because they have changed. */
  forgetUserPrefixes(userId: UserId): void {
    this.settings.forgetUser(userId);
  }

  /** All commands as JSON, from the declarations that everything else comes from. */
  describe(): CommandDescription[] {
    return this.registry.commands.map(describeCommand);
  }

  /**
   * What would become of a text, if somebody said it somewhere: step by step, without running anything, answering
   * anybody, or using a cooldown. Guards and arguments ask the service as they do for a call.
   *
   * @throws {RequestRejected} when there is no such person, or no such channel in the team.
   */
  explain(text: string, place: ExplainPlace): Promise<Explanation> {
    return explainCall(text, place, {
      api: this.options.client.api,
      registry: this.registry,
      bot: this.options.client.user,
      cooldowns: this.limits.cooldowns,
      rulesFor: (teamId, userId) => this.settings.rulesFor(teamId, userId),
      callIn: async (event, rules) => {
        const content = event.message.content ?? '';
        const said = { event, content, rules, signal: undefined };
        return (await this.callIn(said, rules.prefixes.endIn(content)))?.call;
      },
      isIgnored: ({ message: { createdBy }, teamId }) =>
        isMachine(createdBy) || (teamId === null && this.options.directMessages === 'ignored'),
      contextOf: (event, command, rules, signal) =>
        this.contextOf({ event, content: event.message.content ?? '', command, signal, rules }),
    });
  }

  private deskOf(stored: StoredSettings): SettingsDesk {
    const { prefixes, texts } = this.settings.usual;
    return new SettingsDesk({
      stored,
      registry: this.registry,
      languages: { ...languages, ...this.options.languages },
      usualPrefix: () => prefixes.shown ?? `@${this.options.client.user.username} `,
      usualTexts: texts,
      forgetTeam: (teamId) => this.settings.forgetTeam(teamId),
      forgetUser: (userId) => this.settings.forgetUser(userId),
    });
  }

  private handleBy(said: Said): Promise<Invocation | undefined> | undefined {
    const prefixEnd = said.rules.prefixes.endIn(said.content);
    if (this.waits.take(said.event, prefixEnd > 0)) return undefined;
    const call = this.callIn(said, prefixEnd);
    if (call === undefined) return undefined;
    return call instanceof Promise ? call.then((found) => found && this.run(said, found)) : this.run(said, call);
  }

  /** What a message calls, if it is meant to call anything; no promise unless it begins with the mention of a role. */
  private callIn(said: Said, prefixEnd: number): Meant | Promise<Meant | undefined> | undefined {
    const { content, event, rules } = said;
    const isBare = prefixEnd === 0 && event.teamId === null && this.options.directMessages === 'bare';
    if (prefixEnd === 0 && !isBare && !mayBeginWithMention(content)) return undefined;
    const { user } = this.options.client;
    if (event.message.createdBy.id === user.id) return undefined;
    if (prefixEnd > 0) return { call: this.callAt(content, prefixEnd, rules), from: prefixEnd };
    const mentionEnd = endOfMention(content, user.id);
    if (mentionEnd > 0) return { call: this.callBehindMention(content, mentionEnd, rules), from: mentionEnd };
    const role = event.teamId === null ? undefined : roleMentioned(content);
    if (event.teamId !== null && role !== undefined) return this.callByRole(said, event.teamId, role.roleId, role.end);
    return isBare ? { call: this.callAt(content, 0, rules), from: 0 } : undefined;
  }

  /** A message that begins with the mention of a role calls when that role is the bot's own. */
  private async callByRole(said: Said, teamId: TeamId, roleId: string, end: number): Promise<Meant | undefined> {
    if (!(await this.settings.isBotRole(teamId, roleId, this.options.client.user.id))) return undefined;
    return { call: this.callBehindMention(said.content, end, said.rules), from: end };
  }

  private run(
    said: Said,
    { call, from }: Meant,
    earlier: readonly MessageId[] = [],
  ): Promise<Invocation | undefined> | undefined {
    const { event, content, rules, signal } = said;
    const { message } = event;
    if (call === undefined) {
      this.edits.miss(message.id);
      return this.options.unknownCommands === 'suggest' ? this.suggest(said, from) : undefined;
    }
    const controller = new AbortController();
    const reading = readingOf(call, content);
    const answers = this.edits.answersFor(message, reading, earlier);
    const signals = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
    const context = this.contextOf({ event, content, command: call.command, signal: signals, rules, answers });
    return this.edits.follow(message, { reading, controller, answers }, () =>
      invoke(call.command, context, call.from, {
        host: this.host,
        limits: this.limits,
        failureAnswers: this.failureAnswers,
        cancel: (reason) => controller.abort(reason),
      }),
    );
  }

  /** Offers what a name may mean that no command has. */
  private async suggest(said: Said, from: number): Promise<Invocation | undefined> {
    const { event, content, rules, signal = new AbortController().signal } = said;
    const answers = this.edits.answersForMiss(event.message);
    const command = { name: 'unknown', usage: '' };
    const context = this.contextOf({ event, content, command, signal, rules, answers });
    const corrections = await correctionsOf(from, context);
    const [correction] = corrections;
    if (correction === undefined) return undefined;
    if (corrections.length > 1) {
      const calls = corrections.map((each) => context.prefix + each.command.name);
      await context.reply(context.texts.waits.didYouMean(calls));
      return undefined;
    }
    if (!(await isWanted(correction, context))) return undefined;
    const meant = { ...said, content: correction.content };
    const call = await this.callIn(meant, rules.prefixes.endIn(correction.content));
    return call?.call && this.run(meant, call);
  }

  private callAt(content: string, prefixEnd: number, rules: CallRules): Call | undefined {
    const match = new CallDirectory(this.registry, rules).find(content, prefixEnd);
    if (match === undefined) return undefined;
    if (match.kind === 'command') return { command: match.command, from: match.end };
    const { defaultCommand } = match.group;
    const isAlone = skipWhiteSpace(content, match.end) === content.length;
    if (isAlone && defaultCommand !== undefined) return { command: defaultCommand, from: match.end };
    // A group alone cannot run: help explains what was written behind the prefix.
    return { command: this.help, from: prefixEnd };
  }

  private callBehindMention(content: string, end: number, rules: CallRules): Call | undefined {
    if (skipWhiteSpace(content, end) < content.length) return this.callAt(content, end, rules);
    const help = this.registry.find('help');
    return { command: help?.kind === 'command' ? help.command : this.help, from: content.length };
  }

  private contextOf({ event, content, command, signal, rules, answers }: ContextParts) {
    const { message, teamId, channelType = 'text' } = event;
    const { api, log, user: bot } = this.options.client;
    const prefix = rules.prefixes.shown ?? `@${bot.username} `;
    return new MessageContext({
      message,
      content,
      teamId,
      command,
      prefix,
      bot,
      api,
      commands: new CallDirectory(this.registry, rules),
      signal,
      log,
      channelType,
      byOwner: this.options.owners?.includes(message.createdBy.id) ?? false,
      texts: rules.texts,
      waits: this.waits,
      answers,
      begin: (conversation, input) => this.conversations.begin(conversation, input, message, teamId),
    });
  }

  private conversationContext({ name, message, teamId }: ConversationOrigin, signal: AbortSignal): MessageContext {
    const rules = this.settings.knownRulesFor(teamId, message.createdBy.id);
    const event = { message, teamId };
    return this.contextOf({ event, content: message.content ?? '', command: { name, usage: name }, signal, rules });
  }

  private instantiateConversation(conversationClass: ConversationClass): ConversationInstance {
    const { conversations } = this.options;
    return conversations === undefined ? new conversationClass() : conversations.instantiate(conversationClass);
  }

  private async saidNow(
    event: MessageEvent,
  ): Promise<{ readonly said: Said; readonly meant: Meant | undefined } | undefined> {
    const { message, teamId } = event;
    const { content, createdBy } = message;
    if (!content || isMachine(createdBy)) return undefined;
    const rules = await this.settings.rulesFor(teamId, createdBy.id);
    const said = { event, content, rules, signal: undefined };
    return { said, meant: await this.callIn(said, rules.prefixes.endIn(content)) };
  }

  private async readingOf(event: MessageEvent): Promise<CallReading | undefined> {
    const now = await this.saidNow(event);
    return now?.meant?.call && readingOf(now.meant.call, now.said.content);
  }

  private async rerun(event: MessageEvent, earlier: readonly MessageId[]): Promise<void> {
    const now = await this.saidNow(event);
    if (now?.meant?.call !== undefined) await this.run(now.said, now.meant, earlier);
  }
}

async function tellingEnding(context: MessageContext, work: (context: ChatContext) => unknown): Promise<void> {
  try {
    await work(context);
  } catch (error) {
    if (!(error instanceof WaitTimedOut || error instanceof WaitCancelled)) throw error;
    const text = explainEnding(error, context.texts);
    if (text !== '') await context.reply(text);
  }
}

const suggestionMs = 60_000;

async function isWanted({ command }: Correction, context: MessageContext): Promise<boolean> {
  const question = context.texts.waits.runIt(context.prefix + command.name);
  try {
    return await context.confirm(question, { timeoutMs: suggestionMs, prefixed: 'command' });
  } catch (error) {
    // Nobody has to answer an offer.
    if (error instanceof WaitTimedOut || error instanceof WaitCancelled) return false;
    throw error;
  }
}

type SettingsCommandClass = new (desk: SettingsDesk | undefined) => object;

function builtInsOf({ help, settingsCommands: hasSettings, owners = [] }: CommandsOptions): CommandClass[] {
  return [
    ...(help === false ? [] : [Help]),
    ...(hasSettings ? settingsCommands : []),
    ...(owners.length > 0 ? [ExplainCommand] : []),
  ];
}

/** @throws {OptionInvalid} for a blank prefix, and for a language that is not there. */
function bookOf(options: CommandsOptions, stored: StoredSettings | undefined): SettingsBook {
  const { prefix, client, clock = systemClock, language = 'en' } = options;
  const spoken: Readonly<Record<string, Texts>> = { ...languages, ...options.languages };
  const texts = phraseIn(spoken, language);
  if (texts === undefined) throw new OptionInvalid('language', language, `one of ${Object.keys(spoken).join(', ')}`);
  return new SettingsBook({
    prefixes: Array.isArray(prefix) ? prefix : [prefix],
    ignorePrefixCase: options.prefixCase === 'ignored',
    languages: spoken,
    texts,
    clock,
    log: client.log,
    api: client.api,
    ...sourcesOf(options, stored),
  });
}

/** What commands have settled wins over what code says. */
function sourcesOf(options: CommandsOptions, stored: StoredSettings | undefined): SettingsSources {
  const { teamSettings, userPrefixes, userSettings } = options;
  const ofTeam = async (teamId: TeamId) => ({
    ...(await teamSettings?.call(options, teamId)),
    ...(await stored?.ofTeam(teamId)),
  });
  const ofUser = async (userId: UserId) => ({
    ...(await userSettings?.call(options, userId)),
    ...(await stored?.ofUser(userId)),
  });
  return {
    ...(stored === undefined ? teamSettings && { teamSettings: teamSettings.bind(options) } : { teamSettings: ofTeam }),
    ...(stored === undefined ? userSettings && { userSettings: userSettings.bind(options) } : { userSettings: ofUser }),
    ...(userPrefixes && { userPrefixes: userPrefixes.bind(options) }),
  };
}

function readingOf({ command, from }: Call, content: string): CallReading {
  return { command: command.name, reruns: command.reruns, text: content.slice(from) };
}

function isMachine({ bot, system, webhook }: User): boolean {
  return bot || system || webhook;
}
