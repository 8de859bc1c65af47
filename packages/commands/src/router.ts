import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '@botwright/clock';
import { type Cancellation, currentWork, overOrExcused } from '@botwright/core';
import type { EventPayload, Message, TeamId, UserId } from '@botwright/protocol';
import { memoryStore, type Store } from '@botwright/store';
import { type BuiltInParts, builtInsOf, makeBuiltIn } from './built-ins.js';
import { CallFinder, type Meant, type Said } from './call-finder.js';
import { Callers } from './callers.js';
import { Calls, readingOf } from './calls.js';
import type { CommandPart, CommandsOptions } from './commands-options.js';
import { type ChatContext, type ContextParts, MessageContext } from './context.js';
import { type ConversationOrigin, Conversations } from './conversations/conversations.js';
import type { CommandDefinition } from './definition.js';
import { type CommandDescription, describeCommand } from './describe.js';
import type { CallRun } from './edits/call-run.js';
import { Edits } from './edits/edits.js';
import { CallCancelled } from './errors.js';
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
import { Waits, WaitTable } from './waits/waits.js';

type MessageEvent = EventPayload<'MESSAGE_SEND'>;
type Work = () => Promise<Invocation | undefined> | undefined;

/** What a part has while it is there. */
interface Home {
  readonly part: CommandPart;
  readonly waits: Waits;
  readonly contexts: ContextParts;
  /** What listeners of it answer right now. */
  readonly answering: Set<{ readonly work: Cancellation | undefined; readonly over: Promise<void> }>;
}

/** The commands of one bot: message in, answer out. Two of these share nothing. */
export class Commands {
  private parts: readonly CommandPart[];
  private readonly builtIns: CommandPart;
  private readonly homes = new WeakMap<object, Home>();
  private readonly registry: Registry<CommandPart>;
  private readonly settings: SettingsBook;
  private readonly callers: Callers;
  private readonly waits: WaitTable;
  private readonly finder: CallFinder;
  private readonly calls: Calls;
  private readonly limits: Limits;
  private readonly conversations: Conversations<CommandPart>;
  private readonly edits: Edits;

  /**
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands want one name.
   * @throws {OptionInvalid} for a blank prefix.
   */
  constructor(private readonly options: CommandsOptions) {
    const { client, clock = systemClock, unknownCommands = 'silent' } = options;
    const store = options.store ?? memoryStore({ clock });
    const stored = options.settingsCommands ? new StoredSettings(store) : undefined;
    this.parts = [options];
    this.builtIns = this.builtInPart(stored);
    this.registry = new Registry([options, this.builtIns], options.groups);
    this.settings = settingsBookOf(options, stored);
    this.callers = new Callers(options.otherBots ?? 'ignored', clock);
    this.waits = new WaitTable(clock, client.events);
    this.finder = new CallFinder(client, this.registry, this.settings, options.directMessages);
    this.limits = new Limits(store, clock);
    this.conversations = this.conversationsOf(store, clock);
    this.edits = this.editsOf(store);
    this.expectReruns();
    const failureAnswers = new FailureAnswers(options.failureAnswers, clock);
    const { finder, callers, edits, limits } = this;
    const { contexts } = this.homeOf(options);
    const homeOf = (command: CommandDefinition) => this.homeOf(this.registry.partOf(command) ?? this.builtIns);
    this.calls = new Calls(
      { finder, callers, edits, contexts, homeOf, unknownCommands },
      { host: this.hostOf(), limits, failureAnswers, edits },
    );
  }

  /** The part that it was made with. */
  get own(): CommandPart {
    return this.options;
  }

  /**
   * Checks that a part can come, or go, or take the place of another.
   *
   * @param out - What goes; with `into` alone that is added.
   * @returns What does it, from one message to the next: calls that run go on, and `retire` sees to those of what goes.
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands want one name.
   * @throws {ConversationInvalid} when a class is not declared as a conversation can be, or two want one name.
   */
  plan(out: CommandPart | undefined, into: CommandPart | undefined): () => void {
    const parts =
      out === undefined
        ? [...this.parts, ...(into ? [into] : [])]
        : this.parts.flatMap((part) => (part === out ? (into ?? []) : part));
    const name = this.registry.plan([...parts, this.builtIns]);
    const converse = this.conversations.plan(parts);
    return () => {
      this.parts = parts;
      name();
      converse();
      this.expectReruns();
    };
  }

  /**
   * Gives up the waits of a part that has gone. Resolves when its calls and conversations have ended, but for those that
   * themselves wait for this.
   */
  async retire(part: CommandPart): Promise<void> {
    const ended = this.giveUpWaits(part);
    // What was found in the turn in which it went has begun by then.
    await nextTurn();
    const running = this.edits.running.filter((run) => run.part === part);
    await Promise.all([ended, ...running.map(overOrItself)]);
  }

  /** Gives up the calls of a part that still run; their channels wait for them no longer. */
  abandon(part: CommandPart): void {
    const reason = new CallCancelled('deadline');
    for (const { cancellation, work } of this.edits.running.filter((run) => run.part === part)) {
      cancellation.abort(reason);
      work?.abort(reason);
    }
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

  /** The names of the commands that run now, those of one part or all, the longest at it first. */
  running(part?: CommandPart): string[] {
    const runs = this.edits.running.filter((run) => part === undefined || run.part === part);
    return runs.map(({ reading }) => reading.command);
  }

  /** Whether a message was the answer to a question, and so nobody else's matter. */
  took(message: Message): boolean {
    return this.waits.took(message);
  }

  /**
   * Goes on with the conversations that a restart interrupted. Call it once, when the bot is connected, and for a part
   * that comes later.
   */
  async resume(part?: CommandPart): Promise<void> {
    await this.conversations.resume(part);
  }

  /**
   * Gives up every wait. Calls that waited end, and say so; conversations pause until the next start. Resolves when they
   * have, but for those that themselves wait for this.
   */
  async stop(): Promise<void> {
    await Promise.all([...this.parts, this.builtIns].map((part) => this.giveUpWaits(part)));
  }

  /**
   * Lets a listener answer a message that is no call, and ask back. A wait that ends without an answer is told to the
   * person, as in a command.
   *
   * @param part - What the listener came with.
   */
  async answering(
    event: MessageEvent,
    name: string,
    signal: AbortSignal,
    work: (context: ChatContext) => unknown,
    part: CommandPart = this.options,
  ): Promise<void> {
    const content = event.message.content ?? '';
    const rules = this.settings.knownRulesFor(event.teamId, event.message.createdBy.id);
    const call = { event, content, command: { name, usage: name }, rules, abortable: signal };
    const { contexts, answering } = this.homeOf(part);
    const over = tellingEnding(new MessageContext(contexts, call), work);
    const one = { work: currentWork(), over };
    answering.add(one);
    try {
      await over;
    } finally {
      answering.delete(one);
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
        new MessageContext(this.homeOf(this.options).contexts, {
          event,
          content: event.message.content ?? '',
          command,
          rules,
          abortable,
        }),
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

  private async giveUpWaits(part: CommandPart): Promise<void> {
    const { waits, answering } = this.homeOf(part);
    const { callIds } = waits;
    const calls = this.edits.running.filter((run) => run.part === part && callIds.has(run.message.id));
    const answers = [...answering].map(({ work, over }) => overOrExcused(work, over));
    const paused = this.conversations.pause(part);
    waits.close();
    await Promise.all([paused, ...calls.map(overOrItself), ...answers]);
  }

  private expectReruns(): void {
    if (this.registry.commands.some(({ reruns }) => reruns)) this.edits.expectReruns();
  }

  private hostOf(): Host {
    const { options } = this;
    return {
      onFailure: (failure, context) => options.onFailure?.(failure, context),
      instantiate: (command, context) =>
        (this.registry.partOf(command) ?? this.builtIns).instantiate(command.commandClass, context),
    };
  }

  private builtInPart(stored: StoredSettings | undefined): CommandPart {
    let desk: SettingsDesk | undefined;
    const explain: BuiltInParts['explain'] = (text, place) => this.explain(text, place);
    return {
      commands: builtInsOf(this.options),
      categoryOf: (commandClass) => this.options.categoryOf?.(commandClass),
      instantiate: (commandClass) => {
        // It knows the settings and the registry, which are made after this.
        desk ??= stored && this.deskOf(stored);
        return makeBuiltIn(commandClass, { desk, explain });
      },
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

  /** What a part has here; made when it is first asked for, and gone with the part. */
  private homeOf(part: CommandPart): Home {
    const known = this.homes.get(part);
    if (known !== undefined) return known;
    const { client, owners = [] } = this.options;
    const waits = new Waits(this.waits);
    const begin: ContextParts['begin'] = (...args) => this.conversations.begin(...args);
    const contexts = { client, registry: this.registry, waits, owners, begin };
    const home = { part, waits, contexts, answering: new Set<never>() };
    this.homes.set(part, home);
    return home;
  }

  private conversationsOf(store: Store, clock: Clock): Conversations<CommandPart> {
    return new Conversations(this.parts, {
      contextOf: (origin, signal, part) => this.conversationContext(origin, signal, part),
      store,
      clock,
      log: this.options.client.log,
      waits: this.waits,
    });
  }

  private conversationContext(
    { name, message, teamId }: ConversationOrigin,
    abortable: AbortSignal,
    part: CommandPart,
  ): MessageContext {
    const rules = this.settings.knownRulesFor(teamId, message.createdBy.id);
    return new MessageContext(this.homeOf(part).contexts, {
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

/** Settles when a call has ended, or itself waits for what waits for it. */
function overOrItself({ work, over = Promise.resolve() }: CallRun): Promise<void> {
  return overOrExcused(work, over);
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
