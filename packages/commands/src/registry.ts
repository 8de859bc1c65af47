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

/** Commands that come and go together. */
export interface RegistryPart {
  readonly commands: readonly CommandClass[];
  categoryOf?(commandClass: CommandClass): string | undefined;
}

/** All commands of one router, by name. A look-up takes a step a word, however many commands there are. */
export class Registry<Part extends RegistryPart = RegistryPart> {
  private names: NameTree;
  /** Of those that are gone as well, since calls of them may still run. */
  private readonly parts = new WeakMap<CommandDefinition, Part>();

  /** @throws as `plan` does. */
  constructor(
    parts: readonly Part[],
    private readonly groups: readonly CommandGroupOptions[] = [],
  ) {
    this.names = this.read(parts);
  }

  get commands(): readonly CommandDefinition[] {
    return this.names.definitions;
  }

  /** The command with the longest name that the text has at `from`; a group when only a part of names is there. */
  find(text: string, from = 0): NameMatch | undefined {
    return this.names.find(text, from);
  }

  /** Which part a command came with. */
  partOf(command: CommandDefinition): Part | undefined {
    return this.parts.get(command);
  }

  /**
   * Checks that the commands of these parts, and no others, can stand beside each other.
   *
   * @returns What puts them in the place of those that stand, from one look-up to the next.
   * @throws {CommandInvalid} when a class is not declared as a command can be.
   * @throws {CommandNameTaken} when two commands or two groups want one name.
   */
  plan(parts: readonly Part[]): () => void {
    const names = this.read(parts);
    return () => {
      this.names = names;
    };
  }

  private read(parts: readonly Part[]): NameTree {
    const names = new NameTree(this.groups);
    for (const { commands } of parts) names.describeGroups(commands);
    for (const part of parts) {
      for (const each of part.commands) this.parts.set(names.add(each, part.categoryOf?.(each)), part);
    }
    names.checkDefaults();
    return names;
  }
}

/** Names of commands and groups, word by word. */
class NameTree {
  readonly definitions: CommandDefinition[] = [];
  private readonly root: NameNode = { path: [], children: new Map() };

  constructor(groups: readonly CommandGroupOptions[]) {
    for (const group of groups) this.describeGroup(group, `group "${group.name}"`);
  }

  find(text: string, from: number): NameMatch | undefined {
    let node = this.root;
    let position = from;
    let match: NameMatch | undefined;
    while (node.children.size > 0) {
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

  /** The groups that stand on classes, before the first of their commands is added. */
  describeGroups(commandClasses: readonly CommandClass[]): void {
    for (const commandClass of commandClasses) {
      const group = groupOf(commandClass);
      if (group !== undefined) this.describeGroup(group, commandClass);
    }
  }

  checkDefaults(): void {
    checkDefaults(this.root);
  }

  add(commandClass: CommandClass, category: string | undefined): CommandDefinition {
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
    return command;
  }

  private describeGroup(group: CommandGroupOptions, owner: GroupOwner): void {
    const { name, summary, needs = [], guards = [], default: defaultName } = group;
    const node = this.nodeAt(readCommandName(nameOf(owner), name).split(' '));
    if (node.group !== undefined) throw nameTaken(node.path.join(' '), node.group.owner, owner);
    node.group = { summary, needs, guards, owner, defaultName };
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
