import { type CommandClass, Commands } from '@botwright/commands';
import type { Client } from '@botwright/core';
import type { DependencyContainer } from 'tsyringe';
import type { Busy } from './busy.js';
import { asConstructor, type Class, prepareForInjection } from './injection.js';
import { attachListener, requireListener } from './listeners.js';

/** A place that commands and listeners come from, the bot itself or one of its plugins, and what makes them. */
export interface ClassOrigin {
  readonly name: string;
  readonly container: DependencyContainer;
  readonly commands: readonly CommandClass[];
  readonly listeners: readonly Class[];
}

/**
 * One router over the commands of a bot and its plugins. A plugin's command is made by the plugin's container, and stands
 * under the plugin's name in help.
 *
 * @throws {InjectionIncomplete} and what the router throws for commands that cannot stand beside each other.
 */
export function routeCommands(
  client: Client,
  prefix: string,
  busy: Busy,
  [own, ...plugins]: readonly [ClassOrigin, ...ClassOrigin[]],
): Commands {
  const pluginOf = new Map(plugins.flatMap((plugin) => plugin.commands.map((command) => [command, plugin] as const)));
  const commands = [...own.commands, ...pluginOf.keys()];
  commands.forEach(prepareForInjection);
  return new Commands({
    prefix,
    client,
    commands,
    categoryOf: (command) => pluginOf.get(command)?.name,
    onBegin: ({ name }) => busy.begin(`command ${name}`),
    instantiate: (command) => (pluginOf.get(command) ?? own).container.resolve(asConstructor(command)),
  });
}

/**
 * Makes one instance of each listener and lets it hear its events.
 *
 * @throws {ListenerInvalid} when a class listens to nothing.
 */
export function attachListeners(client: Client, busy: Busy, origins: readonly ClassOrigin[]): void {
  for (const { container, listeners } of origins) {
    for (const listener of listeners) {
      requireListener(listener);
      prepareForInjection(listener);
      attachListener(client.events, busy, listener, container.resolve(asConstructor(listener)));
    }
  }
}
