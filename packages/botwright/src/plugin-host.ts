import type { Logger } from '@botwright/core';
import type { DependencyContainer } from 'tsyringe';
import type { ClassOrigin } from './class-origin.js';
import { PluginDuplicated, PluginStartFailed } from './errors.js';
import { registerServices } from './injection.js';
import type { Plugin } from './plugin.js';

interface InstalledPlugin {
  readonly plugin: Plugin;
  readonly container: DependencyContainer;
}

/** The plugins of one bot, each with a container of its own. */
export class PluginHost {
  readonly #installed: InstalledPlugin[];
  readonly #started: InstalledPlugin[] = [];

  /** @throws {PluginDuplicated} when two have one name. */
  constructor(bot: DependencyContainer, plugins: readonly Plugin[]) {
    refuseDuplicates(plugins);
    this.#installed = plugins.map((plugin) => install(plugin, bot.createChildContainer()));
  }

  /** Where the plugins' commands and listeners come from. */
  get origins(): ClassOrigin[] {
    return this.#installed.map(({ plugin, container }) => {
      const { name, commands = [], listeners = [] } = plugin.definition;
      return { name, container, commands, listeners };
    });
  }

  /** @throws {PluginStartFailed} at the first that fails; `stop()` then stops those before it. */
  async start(): Promise<void> {
    for (const installed of this.#installed) {
      const { definition } = installed.plugin;
      try {
        await definition.start?.(installed.container);
      } catch (cause) {
        throw new PluginStartFailed(definition.name, cause);
      }
      this.#started.push(installed);
    }
  }

  /** Tells every plugin that READY came. One that fails does not keep the others from hearing of it. */
  async ready(log: Logger): Promise<void> {
    await Promise.all(
      this.#installed.map(async ({ plugin: { definition }, container }) => {
        try {
          await definition.ready?.(container);
        } catch (err) {
          log.error({ err, plugin: definition.name }, 'a plugin failed after READY');
        }
      }),
    );
  }

  /** Stops what was started, last first. One that fails does not keep the others from stopping. */
  async stop(): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let installed = this.#started.pop(); installed !== undefined; installed = this.#started.pop()) {
      try {
        await installed.plugin.definition.stop?.(installed.container);
      } catch (failure) {
        failures.push(failure);
      }
    }
    return failures;
  }
}

function refuseDuplicates(plugins: readonly Plugin[]): void {
  const names = new Set<string>();
  for (const { definition } of plugins) {
    if (names.has(definition.name)) throw new PluginDuplicated(definition.name);
    names.add(definition.name);
  }
}

function install(plugin: Plugin, container: DependencyContainer): InstalledPlugin {
  plugin.register(container);
  registerServices(container, plugin.definition.services ?? []);
  return { plugin, container };
}
