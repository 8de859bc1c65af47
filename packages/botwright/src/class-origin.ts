import {
  type CommandClass,
  Commands,
  type CommandsOptions,
  type ConversationClass,
  type EditOptions,
} from '@botwright/commands';
import type { Client } from '@botwright/core';
import type { DependencyContainer } from 'tsyringe';
import type { Busy } from './busy.js';
import { attachHearing } from './hearing.js';
import { asConstructor, type Class, makerOf, prepareForInjection } from './injection.js';
import { attachListener, noted, requireListener } from './listeners.js';
import type { Schedules } from './schedules.js';
import type { Store } from './store.js';

/** A place that commands and listeners come from, the bot itself or one of its plugins, and what makes them. */
export interface ClassOrigin {
  readonly name: string;
  readonly container: DependencyContainer;
  readonly commands: readonly CommandClass[];
  readonly listeners: readonly Class[];
  readonly conversations: readonly ConversationClass[];
}

/** How the commands of a bot treat people. */
export type CommandHabits = Pick<
  CommandsOptions,
  'settingsCommands' | 'owners' | 'language' | 'languages' | 'failureAnswers' | 'otherBots'
>;

/** What one router is made with, beside the classes. */
export interface RouterParts extends CommandHabits {
  readonly client: Client;
  readonly prefix: string;
  readonly store: Store;
  readonly edits: EditOptions | false;
  readonly unknownCommands: 'silent' | 'suggest';
}

/**
 * One router over the commands and conversations of a bot and its plugins. A plugin's command is made by the plugin's
 * container, and stands under the plugin's name in help.
 *
 * @throws {InjectionIncomplete} and what the router throws for commands that cannot stand beside each other.
 */
export function routeCommands(
  { client, prefix, store, edits, unknownCommands, ...parts }: RouterParts,
  [own, ...plugins]: readonly [ClassOrigin, ...ClassOrigin[]],
): Commands {
  const origins = [own, ...plugins];
  const pluginOf = new Map(plugins.flatMap((plugin) => plugin.commands.map((command) => [command, plugin] as const)));
  const conversations = new Map(
    origins.flatMap((origin) => origin.conversations.map((each) => [each, origin] as const)),
  );
  const commands = [...own.commands, ...pluginOf.keys()];
  for (const each of [...commands, ...conversations.keys()]) prepareForInjection(each);
  const makers = new Map(commands.map((each) => [each, makerOf((pluginOf.get(each) ?? own).container, each)] as const));
  return new Commands({
    ...habitsOf(parts),
    prefix,
    client,
    commands,
    store,
    edits,
    unknownCommands,
    clock: client.clock,
    conversations: {
      classes: [...conversations.keys()],
      instantiate: (each) => (conversations.get(each) ?? own).container.resolve(asConstructor(each)),
    },
    categoryOf: (command) => pluginOf.get(command)?.name,
    instantiate: (command) => makers.get(command)?.() ?? own.container.resolve(asConstructor(command)),
  });
}

function habitsOf(habits: CommandHabits): CommandHabits {
  const { settingsCommands, owners, language, languages, failureAnswers, otherBots } = habits;
  return {
    ...(settingsCommands !== undefined && { settingsCommands }),
    ...(owners && { owners }),
    ...(language !== undefined && { language }),
    ...(languages && { languages }),
    ...(failureAnswers && { failureAnswers }),
    ...(otherBots && { otherBots }),
  };
}

/** What listeners are attached to. */
export interface ListenerParts {
  readonly client: Client;
  readonly commands: Commands;
  readonly schedules: Schedules;
  readonly busy: Busy;
}

/**
 * Makes one instance of each listener and lets it hear its events and be called at its times.
 *
 * @throws {ListenerInvalid} when a class listens to nothing.
 * @throws {ScheduleInvalid} for a time that cannot be read.
 */
export function attachListeners(parts: ListenerParts, origins: readonly ClassOrigin[]): void {
  for (const { container, listeners } of origins) {
    for (const listener of listeners) {
      requireListener(listener);
      prepareForInjection(listener);
      attach(parts, listener, container.resolve(asConstructor(listener)));
    }
  }
}

function attach({ client, commands, schedules, busy }: ListenerParts, listener: Class, instance: object): void {
  attachListener(client.events, busy, listener, instance);
  attachHearing({ client, commands, noted: (name, work) => noted(work(), () => busy.begin(name)) }, listener, instance);
  schedules.add(listener, instance);
}
