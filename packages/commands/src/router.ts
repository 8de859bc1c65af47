import type { Client } from '@botwright/core';
import type { EventPayload, User, UserId } from '@botwright/protocol';
import type { CommandClass } from './command-class.js';
import { MessageContext } from './context.js';
import { type CommandDefinition, defineCommand } from './definition.js';
import { type CommandDescription, describeCommand } from './describe.js';
import { Help } from './help.js';
import { type Host, type Invocation, invoke } from './invoke.js';
import type { CommandGroupOptions } from './metadata.js';
import { endOfMention, mayBeginWithMention, Prefixes } from './prefixes.js';
import { Registry } from './registry.js';
import { skipWhiteSpace } from './white-space.js';

type MessageEvent = EventPayload<'MESSAGE_SEND'>;

export interface CommandsOptions extends Host {
  /** What a command begins with; mentioning the bot always works too. The first one is shown in help. */
  readonly prefix: string | readonly string[];
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

/** The commands of one bot: message in, answer out. Two of these share nothing. */
export class Commands {
  private readonly registry: Registry;
  private readonly prefixes: Prefixes;
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
    this.prefixes = new Prefixes(typeof prefix === 'string' ? [prefix] : prefix);
    this.help = defineCommand(Help);
    this.host = {
      onFailure: (failure, context) => options.onFailure?.(failure, context),
      instantiate: (commandClass, context) =>
        commandClass === Help ? new Help() : options.instantiate(commandClass, context),
    };
  }

  /**
   * Runs the command that a message calls. Messages of bots, webhooks, the system and the bot itself call nothing, and
   * neither does an unknown name.
   *
   * @returns `undefined`, and no promise, for a message that calls nothing; nothing was read or awaited for it.
   */
  handle(event: MessageEvent, signal?: AbortSignal): Promise<Invocation> | undefined {
    const { content, createdBy } = event.message;
    if (!content) return undefined;
    const prefixEnd = this.prefixes.endIn(content);
    if (prefixEnd === 0 && !mayBeginWithMention(content)) return undefined;
    const { user } = this.options.client;
    if (!isPerson(createdBy, user.id)) return undefined;
    const call = prefixEnd > 0 ? this.callAt(content, prefixEnd) : this.mentionCall(content, user.id);
    if (call === undefined) return undefined;
    const context = this.contextOf(event, content, call.command, signal ?? new AbortController().signal);
    return invoke(call.command, context, call.from, this.host);
  }

  /** All commands as JSON, from the declarations that everything else comes from. */
  describe(): CommandDescription[] {
    return this.registry.commands.map(describeCommand);
  }

  private callAt(content: string, prefixEnd: number): Call | undefined {
    const match = this.registry.find(content, prefixEnd);
    if (match === undefined) return undefined;
    if (match.kind === 'command') return { command: match.command, from: match.end };
    // A group alone cannot run: help explains what was written behind the prefix.
    return { command: this.help, from: prefixEnd };
  }

  private mentionCall(content: string, botId: UserId): Call | undefined {
    const end = endOfMention(content, botId);
    if (end === 0) return undefined;
    if (skipWhiteSpace(content, end) < content.length) return this.callAt(content, end);
    const help = this.registry.find('help');
    return { command: help?.kind === 'command' ? help.command : this.help, from: content.length };
  }

  private contextOf(event: MessageEvent, content: string, command: CommandDefinition, signal: AbortSignal) {
    const { api, log, user: bot } = this.options.client;
    const { message, teamId } = event;
    const prefix = this.prefixes.shown ?? `@${bot.username} `;
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

function isPerson(author: User, botId: UserId): boolean {
  return !author.bot && !author.system && !author.webhook && author.id !== botId;
}
