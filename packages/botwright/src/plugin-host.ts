import type { Logger } from '@botwright/core';
import type { DependencyContainer } from 'tsyringe';
import type { Busy } from './busy.js';
import type { ClassOrigin } from './class-origin.js';
import { PluginDuplicated, PluginStartFailed, PluginStopFailed } from './errors.js';
import type { Grace } from './grace.js';
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
      const { name, commands = [], listeners = [], conversations = [] } = plugin.definition;
      return { name, container, commands, listeners, conversations };
    });
  }

  /** @throws {PluginStartFailed} at the first that fails; `stop()` then stops those before it. */
  async start(busy: Busy): Promise<void> {
    for (const installed of this.#installed) {
      const { definition } = installed.plugin;
      const end = busy.begin(`start of plugin ${definition.name}`);
      try {
        await definition.start?.(installed.container);
      } catch (cause) {
        throw new PluginStartFailed(definition.name, cause);
      } finally {
        end();
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

  /** Stops what was started, last first. One that fails or hangs does not keep the others from stopping. */
  async stop(grace: Grace): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let installed = this.#started.pop(); installed !== undefined; installed = this.#started.pop()) {
      const { definition } = installed.plugin;
      try {
        const inTime = await grace.sees(Promise.resolve(definition.stop?.(installed.container)));
        if (!inTime) failures.push(new PluginStopFailed(definition.name, 'did not end in time'));
      } catch (cause) {
        failures.push(new PluginStopFailed(definition.name, 'failed', { cause }));
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
