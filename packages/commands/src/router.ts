import { type Clock, systemClock } from '@botwright/clock';
import type { EventPayload, Message, TeamId, UserId } from '@botwright/protocol';
import { memoryStore, type Store } from '@botwright/store';
import { type BuiltInParts, builtInsOf, makeBuiltIn } from './built-ins.js';
import { CallFinder, type Meant, type Said } from './call-finder.js';
import { Callers } from './callers.js';
import { Calls, readingOf } from './calls.js';
import type { CommandClass } from './command-class.js';
import type { CommandsOptions } from './commands-options.js';
import { type ChatContext, type ContextParts, MessageContext } from './context.js';
import { type ConversationOrigin, Conversations } from './conversations/conversations.js';
import { type CommandDescription, describeCommand } from './describe.js';
import { Edits } from './edits/edits.js';
import { type ExplainPlace, type Explanation, explainCall } from './explain/explain.js';
import { FailureAnswers } from './failure-answers.js';
import type { Host, Invocation } from './invoke.js';
import { Limits } from './limits/limits.js';
import { Registry } from './registry.js';
import { settingsBookOf } from './settings/book-of.js';
import { SettingsDesk } from './settings/desk.js';
import { StoredSettings } from './settings/stored-settings.js';
import type { SettingsBook } from './team-settings.js';
import { languages } from './texts/languages.js';
import { explainEnding } from './waits/ending.js';
import { WaitCancelled, WaitTimedOut } from './waits/errors.js';
import { Waits } from './waits/waits.js';

type MessageEvent = EventPayload<'MESSAGE_SEND'>;
type Work = () => Promise<Invocation | undefined> | undefined;

/** The commands of one bot: message in, answer out. Two of these share nothing. */
export class Commands {
  private readonly registry: Registry;
  private readonly settings: SettingsBook;
  private readonly callers: Callers;
  private readonly waits: Waits;
  private readonly finder: CallFinder;
  private readonly calls: Calls;
  private readonly limits: Limits;
  private readonly conversations: Conversations;
  private readonly contexts: ContextParts;
  private readonly edits: Edits;
  private readonly answered = new Set<Promise<void>>();

  /**
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands want one name.
   * @throws {OptionInvalid} for a blank prefix.
   */
  constructor(private readonly options: CommandsOptions) {
    const { client, clock = systemClock, unknownCommands = 'silent' } = options;
    const store = options.store ?? memoryStore({ clock });
    const stored = options.settingsCommands ? new StoredSettings(store) : undefined;
    const builtIns = builtInsOf(options);
    this.registry = new Registry({ ...options, commands: [...options.commands, ...builtIns] });
    this.settings = settingsBookOf(options, stored);
    this.callers = new Callers(options.otherBots ?? 'ignored', clock);
    this.waits = new Waits(clock, client.events);
    this.finder = new CallFinder(client, this.registry, this.settings, options.directMessages);
    this.limits = new Limits(store, clock);
    this.conversations = this.conversationsOf(store, clock);
    this.contexts = this.contextParts();
    this.edits = this.editsOf(store);
    const failureAnswers = new FailureAnswers(options.failureAnswers, clock);
    const host = this.hostOf(builtIns, stored && this.deskOf(stored));
    const { finder, callers, edits, contexts, limits } = this;
    this.calls = new Calls(
      { finder, callers, edits, contexts, unknownCommands },
      { host, limits, failureAnswers, edits },
    );
  }

  /**
   * Tells what a message calls. Messages of the bot itself, webhooks, the system and, unless `otherBots` says otherwise,
   * bots call nothing, and neither does an unknown name.
   *
   * @returns What runs it; `undefined` for a message that calls nothing, unless settings or roles have to be read to tell.
   */
  claim(event: MessageEvent, signal?: AbortSignal): Work | undefined {
    if (!this.mayCall(event)) return undefined;
    const { message, teamId } = event;
    const { content, createdBy } = message;
    if (!content) {
      this.waits.take(event, false);
      return undefined;
    }
    const rules = this.settings.rulesFor(teamId, createdBy.id);
    if (!(rules instanceof Promise)) return this.claimBy({ event, content, rules, signal });
    return () => rules.then((read) => this.claimBy({ event, content, rules: read, signal })?.());
  }

  /** Runs the command that a message calls, if it calls one: what `claim` gives, called at once. */
  handle(event: MessageEvent, signal?: AbortSignal): Promise<Invocation | undefined> | undefined {
    return this.claim(event, signal)?.();
  }

  /** The names of the commands that run now, the longest at it first. */
  get running(): string[] {
    return this.edits.running.map(({ reading }) => reading.command);
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
    const { callIds } = this.waits;
    const calls = this.edits.running.filter(({ message }) => callIds.has(message.id));
    const waiting = [...calls.map(({ over }) => over), ...this.answered];
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
    const call = { event, content, command: { name, usage: name }, rules, abortable: signal };
    const context = new MessageContext(this.contexts, call);
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
        return (await this.finder.find({ event, content, rules }))?.call;
      },
      isIgnored: (event) => !this.mayCall(event),
      contextOf: (event, command, rules, abortable) =>
        new MessageContext(this.contexts, { event, content: event.message.content ?? '', command, rules, abortable }),
    });
  }

  private mayCall({ message, teamId }: MessageEvent): boolean {
    if (teamId === null && this.options.directMessages === 'ignored') return false;
    return this.callers.mayCall(message.createdBy);
  }

  private claimBy(said: Said): Work | undefined {
    const prefixEnd = said.rules.prefixes.endIn(said.content);
    if (this.waits.take(said.event, prefixEnd > 0)) return undefined;
    const meant = this.finder.find(said, prefixEnd);
    if (meant === undefined) return undefined;
    if (!(meant instanceof Promise)) return () => this.calls.run(said, meant);
    return () => meant.then((found) => found && this.calls.run(said, found));
  }

  private hostOf(builtIns: readonly CommandClass[], desk: SettingsDesk | undefined): Host {
    const { options } = this;
    const parts: BuiltInParts = { desk, explain: (text, place) => this.explain(text, place) };
    return {
      onFailure: (failure, context) => options.onFailure?.(failure, context),
      instantiate: (commandClass, context) =>
        builtIns.includes(commandClass) ? makeBuiltIn(commandClass, parts) : options.instantiate(commandClass, context),
    };
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

  private contextParts(): ContextParts {
    const { client, owners = [] } = this.options;
    return {
      client,
      registry: this.registry,
      waits: this.waits,
      owners,
      begin: (conversation, input, message, teamId) => this.conversations.begin(conversation, input, message, teamId),
    };
  }

  private conversationsOf(store: Store, clock: Clock): Conversations {
    const { client, conversations } = this.options;
    return new Conversations({
      classes: conversations?.classes ?? [],
      instantiate: (each) => (conversations === undefined ? new each() : conversations.instantiate(each)),
      contextOf: (origin, signal) => this.conversationContext(origin, signal),
      store,
      clock,
      log: client.log,
    });
  }

  private conversationContext({ name, message, teamId }: ConversationOrigin, abortable: AbortSignal): MessageContext {
    const rules = this.settings.knownRulesFor(teamId, message.createdBy.id);
    return new MessageContext(this.contexts, {
      event: { message, teamId },
      content: message.content ?? '',
      command: { name, usage: name },
      rules,
      abortable,
    });
  }

  private editsOf(store: Store): Edits {
    return new Edits({
      client: this.options.client,
      store,
      waits: this.waits,
      options: this.options.edits ?? {},
      hasReruns: this.registry.commands.some(({ reruns }) => reruns),
      readingOf: async (event) => {
        const now = await this.saidNow(event);
        return now?.meant.call && readingOf(now.meant.call, now.said.content);
      },
      rerun: async (event, earlier) => {
        const now = await this.saidNow(event);
        if (now?.meant.call !== undefined) await this.calls.run(now.said, now.meant, earlier);
      },
    });
  }

  /** What a message says by now, and what it is meant to call. */
  private async saidNow(event: MessageEvent): Promise<{ readonly said: Said; readonly meant: Meant } | undefined> {
    const { message, teamId } = event;
    const { content, createdBy } = message;
    if (!content || !this.callers.mayCall(createdBy)) return undefined;
    const rules = await this.settings.rulesFor(teamId, createdBy.id);
    const said = { event, content, rules };
    const meant = await this.finder.find(said);
    return meant && { said, meant };
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
