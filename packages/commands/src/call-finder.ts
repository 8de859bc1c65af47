import type { Client } from '@botwright/core';
import type { EventPayload, TeamId } from '@botwright/protocol';
import { CallDirectory } from './call-directory.js';
import type { CommandsOptions } from './commands-options.js';
import { type CommandDefinition, defineCommand } from './definition.js';
import { Help } from './help.js';
import { endOfMention, mayBeginWithMention, roleMentioned } from './prefixes.js';
import type { Registry } from './registry.js';
import type { CallRules, SettingsBook } from './team-settings.js';
import { skipWhiteSpace } from './white-space.js';

/** A message that may be a call. */
export interface Said {
  readonly event: EventPayload<'MESSAGE_SEND'>;
  readonly content: string;
  readonly rules: CallRules;
  /** Gives up what it calls. */
  readonly signal?: AbortSignal | undefined;
}

/** A command, and where its name ends in the message. */
export interface Call {
  readonly command: CommandDefinition;
  readonly from: number;
}

/** A message that is meant to call; there may be no such command. */
export interface Meant {
  readonly call: Call | undefined;
  /** Where the name begins. */
  readonly from: number;
}

/** Tells what a message calls. */
export class CallFinder {
  private readonly help: CommandDefinition = defineCommand(Help);

  constructor(
    private readonly client: Pick<Client, 'user'>,
    private readonly registry: Registry,
    private readonly settings: SettingsBook,
    private readonly directMessages: CommandsOptions['directMessages'],
  ) {}

  /**
   * What a message calls, if it is meant to call anything; no promise unless it begins with the mention of a role.
   *
   * @param prefixEnd - Where its prefix ends; 0 when it has none.
   */
  find(
    said: Said,
    prefixEnd = said.rules.prefixes.endIn(said.content),
  ): Meant | Promise<Meant | undefined> | undefined {
    const { content, event, rules } = said;
    const isBare = prefixEnd === 0 && event.teamId === null && this.directMessages === 'bare';
    if (prefixEnd === 0 && !isBare && !mayBeginWithMention(content)) return undefined;
    const { user } = this.client;
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
    if (!(await this.settings.isBotRole(teamId, roleId, this.client.user.id))) return undefined;
    return { call: this.callBehindMention(said.content, end, said.rules), from: end };
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
}
