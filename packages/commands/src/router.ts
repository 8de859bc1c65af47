import { type Clock, systemClock } from '@botwright/clock';
import type { Client } from '@botwright/core';
import type { EventPayload, TeamId, User, UserId } from '@botwright/protocol';
import type { CommandClass } from './command-class.js';
import { MessageContext } from './context.js';
import { type CommandDefinition, defineCommand } from './definition.js';
import { type CommandDescription, describeCommand } from './describe.js';
import { Help } from './help.js';
import { type Host, type Invocation, invoke } from './invoke.js';
import type { CommandGroupOptions } from './metadata.js';
import { nameWords, normaliseName } from './names.js';
import { endOfMention, mayBeginWithMention, type Prefix, roleMentioned } from './prefixes.js';
import { type NameMatch, Registry } from './registry.js';
import { type CallRules, SettingsBook, type SettingsSources } from './team-settings.js';
import { endOfWord, skipWhiteSpace } from './white-space.js';

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
  readonly client: Pick<Client, 'api' | 'user' | 'log'>;
  /** The heading in help's list for a class that names none itself, for instance the plugin it came from. */
  categoryOf?(commandClass: CommandClass): string | undefined;
  /** `false` leaves the built-in `help` out, for instance to put a command of one's own in its place. */
  readonly help?: false;
}

interface Call {
  readonly command: CommandDefinition;
  readonly from: number;
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

  /**
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands want one name.
   * @throws {OptionInvalid} for a blank prefix.
   */
  constructor(private readonly options: CommandsOptions) {
    const { prefix, commands, help } = options;
    this.registry = new Registry({ ...options, commands: help === false ? commands : [...commands, Help] });
    this.settings = new SettingsBook({
      prefixes: Array.isArray(prefix) ? prefix : [prefix],
      ignorePrefixCase: options.prefixCase === 'ignored',
      clock: options.clock ?? systemClock,
      log: options.client.log,
      api: options.client.api,
      ...(options.teamSettings && { teamSettings: (teamId) => options.teamSettings?.(teamId) ?? {} }),
      ...(options.userPrefixes && { userPrefixes: (userId) => options.userPrefixes?.(userId) ?? [] }),
    });
    this.help = defineCommand(Help);
    this.host = {
      onBegin: (command) => options.onBegin?.(command) ?? (() => undefined),
      onFailure: (failure, context) => options.onFailure?.(failure, context),
      instantiate: (commandClass, context) =>
        commandClass === Help ? new Help() : options.instantiate(commandClass, context),
    };
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
    if (!content || isMachine(createdBy) || (teamId === null && this.options.directMessages === 'ignored'))
      return undefined;
    const rules = this.settings.rulesFor(teamId, createdBy.id);
    if (!(rules instanceof Promise)) return this.handleBy({ event, content, rules, signal });
    return rules.then((read) => this.handleBy({ event, content, rules: read, signal }));
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

  private handleBy(said: Said): Promise<Invocation | undefined> | undefined {
    const { content, event, rules } = said;
    const prefixEnd = rules.prefixes.endIn(content);
    const isBare = prefixEnd === 0 && event.teamId === null && this.options.directMessages === 'bare';
    if (prefixEnd === 0 && !isBare && !mayBeginWithMention(content)) return undefined;
    const { user } = this.options.client;
    if (event.message.createdBy.id === user.id) return undefined;
    if (prefixEnd > 0) return this.run(said, this.callAt(content, prefixEnd, rules));
    const mentionEnd = endOfMention(content, user.id);
    if (mentionEnd > 0) return this.run(said, this.callBehindMention(content, mentionEnd, rules));
    const role = event.teamId === null ? undefined : roleMentioned(content);
    if (event.teamId !== null && role !== undefined) return this.handleRole(said, event.teamId, role.roleId, role.end);
    return isBare ? this.run(said, this.callAt(content, 0, rules)) : undefined;
  }

  /** A message that begins with the mention of a role calls when that role is the bot's own. */
  private async handleRole(said: Said, teamId: TeamId, roleId: string, end: number): Promise<Invocation | undefined> {
    if (!(await this.settings.isBotRole(teamId, roleId, this.options.client.user.id))) return undefined;
    return this.run(said, this.callBehindMention(said.content, end, said.rules));
  }

  private run({ event, content, rules, signal }: Said, call: Call | undefined): Promise<Invocation> | undefined {
    if (call === undefined) return undefined;
    const shown = rules.prefixes.shown;
    const context = this.contextOf(event, content, call.command, signal ?? new AbortController().signal, shown);
    return invoke(call.command, context, call.from, this.host);
  }

  private callAt(content: string, prefixEnd: number, rules: CallRules): Call | undefined {
    const match = this.findEnabled(content, prefixEnd, rules);
    if (match === undefined) return undefined;
    if (match.kind === 'command') return { command: match.command, from: match.end };
    const { defaultCommand } = match.group;
    const isAlone = skipWhiteSpace(content, match.end) === content.length;
    if (isAlone && defaultCommand !== undefined) return { command: defaultCommand, from: match.end };
    // A group alone cannot run: help explains what was written behind the prefix.
    return { command: this.help, from: prefixEnd };
  }

  /** By name, else by an alias of the team; nothing when the team has it turned off. */
  private findEnabled(content: string, from: number, { aliases, disabled }: CallRules): NameMatch | undefined {
    const match = this.registry.find(content, from) ?? this.findAlias(content, from, aliases);
    if (match === undefined || disabled.size === 0) return match;
    const words = nameWords(match.kind === 'command' ? match.command.name : match.group.name);
    const isDisabled = words.some((_, index) => disabled.has(words.slice(0, index + 1).join(' ')));
    return isDisabled ? undefined : match;
  }

  private findAlias(content: string, from: number, aliases: CallRules['aliases']): NameMatch | undefined {
    if (aliases.size === 0) return undefined;
    const start = skipWhiteSpace(content, from);
    const end = endOfWord(content, start);
    const name = aliases.get(normaliseName(content.slice(start, end)));
    const match = name === undefined ? undefined : this.registry.find(name);
    return match && { ...match, end };
  }

  private callBehindMention(content: string, end: number, rules: CallRules): Call | undefined {
    if (skipWhiteSpace(content, end) < content.length) return this.callAt(content, end, rules);
    const help = this.registry.find('help');
    return { command: help?.kind === 'command' ? help.command : this.help, from: content.length };
  }

  private contextOf(
    event: MessageEvent,
    content: string,
    command: CommandDefinition,
    signal: AbortSignal,
    shown: string | undefined,
  ) {
    const { api, log, user: bot } = this.options.client;
    const { message, teamId } = event;
    const prefix = shown ?? `@${bot.username} `;
    return new MessageContext({
      message,
      content,
      teamId,
      command,
      prefix,
      bot,
      api,
      commands: this.registry,
      signal,
      log,
    });
  }
}

function isMachine({ bot, system, webhook }: User): boolean {
  return bot || system || webhook;
}
