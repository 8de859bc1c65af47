import type { CommandDefinition } from './definition.js';
import { nameWords, normaliseName } from './names.js';
import type { NameMatch, Registry } from './registry.js';
import type { CallRules } from './team-settings.js';
import { endOfWord, skipWhiteSpace } from './white-space.js';

/** The commands as one team has them: with its own names for some, and without those that it turned off. */
export class CallDirectory {
  constructor(
    private readonly registry: Registry,
    private readonly rules: Pick<CallRules, 'aliases' | 'disabled'>,
  ) {}

  get commands(): readonly CommandDefinition[] {
    const { commands } = this.registry;
    return this.rules.disabled.size === 0 ? commands : commands.filter(({ name }) => !this.isDisabled(name));
  }

  /** By name, else by an alias of the team; nothing when the team has it turned off. */
  find(text: string, from = 0): NameMatch | undefined {
    const match = this.findAny(text, from);
    if (match === undefined || this.rules.disabled.size === 0) return match;
    if (match.kind === 'command') return this.isDisabled(match.command.name) ? undefined : match;
    const { group } = match;
    if (this.isDisabled(group.name)) return undefined;
    const commands = group.commands.filter(({ name }) => !this.isDisabled(name));
    const isDefaultThere = group.defaultCommand !== undefined && !this.isDisabled(group.defaultCommand.name);
    return {
      ...match,
      group: { ...group, commands, defaultCommand: isDefaultThere ? group.defaultCommand : undefined },
    };
  }

  /** As `find`, whether the team has it turned off or not. */
  findAny(text: string, from = 0): NameMatch | undefined {
    return this.registry.find(text, from) ?? this.findAlias(text, from);
  }

  private isDisabled(name: string): boolean {
    const words = nameWords(name);
    return words.some((_, index) => this.rules.disabled.has(words.slice(0, index + 1).join(' ')));
  }

  private findAlias(text: string, from: number): NameMatch | undefined {
    const { aliases } = this.rules;
    if (aliases.size === 0) return undefined;
    const start = skipWhiteSpace(text, from);
    const end = endOfWord(text, start);
    const name = aliases.get(normaliseName(text.slice(start, end)));
    const match = name === undefined ? undefined : this.registry.find(name);
    return match && { ...match, end };
  }
}
