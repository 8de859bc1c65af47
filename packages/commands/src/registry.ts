import type { TeamPermission } from '@botwright/protocol';
import type { CommandClass } from './command-class.js';
import { readCommandName } from './command-name.js';
import { type CommandDefinition, defineCommand, guarding } from './definition.js';
import { CommandInvalid, CommandNameTaken } from './errors.js';
import type { CallGuard } from './guards/guard.js';
import { type CommandGroupOptions, declarationOf, groupOf } from './metadata.js';
import { normaliseName } from './names.js';
import type { Wording } from './texts/wording.js';
import { endOfWord, skipWhiteSpace } from './white-space.js';

/** Commands whose names begin with the same words. */
export interface GroupDefinition {
  readonly name: string;
  /** `undefined` when nobody described the group. */
  readonly summary: Wording | undefined;
  readonly commands: readonly CommandDefinition[];
  /** What the group's name alone runs; `undefined` when help answers. */
  readonly defaultCommand: CommandDefinition | undefined;
}

/** What a text names, and where in it the name ends. */
export type NameMatch =
  | { readonly kind: 'command'; readonly command: CommandDefinition; readonly end: number }
  | { readonly kind: 'group'; readonly group: GroupDefinition; readonly end: number };

interface NameNode {
  readonly path: readonly string[];
  readonly children: Map<string, NameNode>;
  command?: CommandDefinition;
  group?: DescribedGroup;
}

/** Who describes a group: a command class, or the bot's options. */
type GroupOwner = CommandClass | string;

interface DescribedGroup {
  readonly summary: Wording;
  readonly needs: readonly TeamPermission[];
  readonly guards: readonly CallGuard[];
  readonly owner: GroupOwner;
  readonly defaultName: string | undefined;
}

export interface RegistryOptions {
  readonly commands: readonly CommandClass[];
  readonly groups?: readonly CommandGroupOptions[];
  categoryOf?(commandClass: CommandClass): string | undefined;
}

/** All commands of one router, by name. A look-up takes a step a word, however many commands there are. */
export class Registry {
  private readonly root: NameNode = { path: [], children: new Map() };
  private readonly definitions: CommandDefinition[] = [];

  /**
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands or two groups want one name.
   */
  constructor(options: RegistryOptions) {
    for (const group of options.groups ?? []) this.describeGroup(group, `group "${group.name}"`);
    for (const commandClass of options.commands) {
      const group = groupOf(commandClass);
      if (group !== undefined) this.describeGroup(group, commandClass);
    }
    for (const commandClass of options.commands) this.add(commandClass, options.categoryOf?.(commandClass));
    checkDefaults(this.root);
  }

  get commands(): readonly CommandDefinition[] {
    return this.definitions;
  }

  /** The command with the longest name that the text has at `from`; a group when only a part of names is there. */
  find(text: string, from = 0): NameMatch | undefined {
    let node = this.root;
    let position = from;
    let match: NameMatch | undefined;
    for (;;) {
      const start = skipWhiteSpace(text, position);
      const end = endOfWord(text, start);
      const next = node.children.get(normaliseName(text.slice(start, end)));
      if (next === undefined) break;
      node = next;
      position = end;
      if (node.command !== undefined) match = { kind: 'command', command: node.command, end };
    }
    if (match !== undefined || node === this.root) return match;
    return { kind: 'group', group: groupAt(node), end: position };
  }

  private describeGroup(group: CommandGroupOptions, owner: GroupOwner): void {
    const { name, summary, needs = [], guards = [], default: defaultName } = group;
    const node = this.nodeAt(readCommandName(nameOf(owner), name).split(' '));
    if (node.group !== undefined) throw nameTaken(node.path.join(' '), node.group.owner, owner);
    node.group = { summary, needs, guards, owner, defaultName };
  }

  private add(commandClass: CommandClass, category: string | undefined): void {
    const own = defineCommand(commandClass);
    const groups = this.groupsOf(own.name);
    const needs = [...new Set([...groups.flatMap((group) => group.needs), ...own.needs])];
    const guards = [...groups.flatMap((group) => group.guards), ...own.guards];
    const command = { ...own, ...guarding(needs, guards), category: own.category ?? category };
    this.definitions.push(command);
    for (const name of [command.name, ...command.aliases]) {
      const node = this.nodeAt(name.split(' '));
      if (node.command !== undefined) throw nameTaken(name, node.command.commandClass, commandClass);
      node.command = command;
    }
  }

  private groupsOf(name: string): DescribedGroup[] {
    const words = name.split(' ');
    return words.flatMap((_, index) => this.nodeAt(words.slice(0, index + 1)).group ?? []);
  }

  private nodeAt(path: readonly string[]): NameNode {
    let node = this.root;
    for (const [index, word] of path.entries()) {
      const next = node.children.get(word) ?? { path: path.slice(0, index + 1), children: new Map() };
      node.children.set(word, next);
      node = next;
    }
    return node;
  }
}

function nameOf(owner: GroupOwner): string {
  return typeof owner === 'string' ? owner : owner.name;
}

function nameTaken(name: string, first: GroupOwner, second: GroupOwner): CommandNameTaken {
  const places = [first, second].flatMap((owner) => (typeof owner === 'string' ? [] : (declarationOf(owner) ?? [])));
  return new CommandNameTaken(name, [nameOf(first), nameOf(second)], places);
}

function groupAt(node: NameNode): GroupDefinition {
  return {
    name: node.path.join(' '),
    summary: node.group?.summary,
    commands: [...new Set(commandsBelow(node))],
    defaultCommand: defaultOf(node),
  };
}

function defaultOf({ group, children }: NameNode): CommandDefinition | undefined {
  return group?.defaultName === undefined ? undefined : children.get(normaliseName(group.defaultName))?.command;
}

/** @throws {CommandInvalid} for a default that is no command of its group. */
function checkDefaults(node: NameNode): void {
  const { group } = node;
  if (group?.defaultName !== undefined && defaultOf(node) === undefined) {
    const problem = `has the default "${group.defaultName}", but there is no command "${node.path.join(' ')} ${group.defaultName}".`;
    throw new CommandInvalid(nameOf(group.owner), `${problem} Give the last word of one that is there.`);
  }
  for (const child of node.children.values()) checkDefaults(child);
}

function commandsBelow(node: NameNode): CommandDefinition[] {
  const own = node.command === undefined ? [] : [node.command];
  return [...own, ...[...node.children.values()].flatMap(commandsBelow)];
}
