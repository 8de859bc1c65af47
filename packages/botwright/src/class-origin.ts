import {
  type CommandClass,
  type CommandPart,
  Commands,
  type CommandsOptions,
  type ConversationClass,
  type EditOptions,
} from '@botwright/commands';
import type { Client } from '@botwright/core';
import type { DependencyContainer } from 'tsyringe';
import { asConstructor, type Class, makerOf, prepareForInjection } from './injection.js';
import type { Store } from './store.js';

/** A place that commands and listeners come from, the bot itself or one of its plugins, and what makes them. */
export interface ClassOrigin {
  readonly name: string;
  readonly container: DependencyContainer;
  readonly commands: readonly CommandClass[];
  readonly listeners: readonly Class[];
  readonly conversations: readonly ConversationClass[];
}

const habitNames = [
  'prefixCase',
  'directMessages',
  'otherBots',
  'groups',
  'help',
  'settingsCommands',
  'teamSettings',
  'userPrefixes',
  'userSettings',
  'owners',
  'language',
  'languages',
  'failureAnswers',
  'onFailure',
] as const satisfies readonly (keyof CommandsOptions)[];

/** How the commands of a bot treat people. */
export type CommandHabits = Pick<CommandsOptions, (typeof habitNames)[number]>;

/** What one router is made with, beside the classes. */
export interface RouterParts extends CommandHabits {
  readonly client: Client;
  readonly prefix: CommandsOptions['prefix'];
  readonly store: Store;
  readonly edits: EditOptions | false;
  readonly unknownCommands: 'silent' | 'suggest';
}

/**
 * The router of a bot.
 *
 * @param own - The bot's own commands and conversations; those of plugins come to them.
 * @throws what the router throws for commands that cannot stand beside each other.
 */
export function routeCommands(
  { client, prefix, store, edits, unknownCommands, ...parts }: RouterParts,
  own: CommandPart,
): Commands {
  return new Commands({
    ...habitsOf(parts),
    ...own,
    prefix,
    client,
    store,
    edits,
    unknownCommands,
    clock: client.clock,
  });
}

/**
 * The commands and conversations of one origin, as a router takes them. The origin's container makes them.
 *
 * @param category - The heading in help for commands that name none.
 * @throws {InjectionIncomplete} when it is not said what a constructor takes.
 */
export function commandPartOf({ container, commands, conversations }: ClassOrigin, category?: string): CommandPart {
  for (const each of [...commands, ...conversations]) prepareForInjection(each);
  const makers = new Map(commands.map((each) => [each, makerOf(container, each)] as const));
  return {
    commands,
    conversations: { classes: conversations, instantiate: (each) => container.resolve(asConstructor(each)) },
    categoryOf: () => category,
    instantiate: (each) => makers.get(each)?.() ?? container.resolve(asConstructor(each)),
  };
}

/** Without what is there but undefined, as the options of a program in JavaScript may be. */
function habitsOf(habits: CommandHabits): CommandHabits {
  const given = habitNames.filter((name) => habits[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, habits[name]]));
}
