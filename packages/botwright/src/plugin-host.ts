import { AsyncLocalStorage } from 'node:async_hooks';
import type { DependencyContainer } from 'tsyringe';
import type { AttachmentParts } from './attachment.js';
import type { BotState } from './bot.js';
import { BotNotRunning, PluginDuplicated, PluginUnknown } from './errors.js';
import type { Grace } from './grace.js';
import { InstalledPlugin } from './installed-plugin.js';
import type { Plugin } from './plugin.js';
import { Turns } from './turns.js';

export interface PluginHostParts {
  /** The bot's container, below which each plugin has one of its own. */
  readonly container: DependencyContainer;
  /** How long what is at work in a plugin that goes may take to end, in milliseconds. */
  readonly graceMs: number;
  state(): BotState;
}

/** The plugins of one bot. They come and go one after the other. */
export class PluginHost {
  #installed: readonly InstalledPlugin[] = [];
  readonly #turns = new Turns();
  /** What they are attached to, once the bot comes up. */
  #live: AttachmentParts | undefined;
  #doJobsRun = false;
  /** Hooks belong to no handler, also when one brings their plugin. */
  #outside = AsyncLocalStorage.snapshot();

  /** @throws {PluginDuplicated} when two have one name. */
  constructor(
    private readonly parts: PluginHostParts,
    plugins: readonly Plugin[],
  ) {
    for (const plugin of plugins) {
      this.#refuseTaken(plugin.definition.name);
      const installed = new InstalledPlugin(plugin, parts.container, this.#turns);
      installed.register();
      this.#installed = [...this.#installed, installed];
    }
  }

  get names(): string[] {
    return this.#installed.map(({ name }) => name);
  }

  load(plugin: Plugin): Promise<void> {
    return this.#change(async () => {
      this.#refuseTaken(plugin.definition.name);
      await this.#bring(plugin, undefined);
    });
  }

  reload(plugin: Plugin): Promise<void> {
    return this.#change(async () => {
      const old = this.#require(plugin.definition.name);
      const next = await this.#bring(plugin, old);
      await old.leave(this.parts.graceMs).finally(() => next.succeed());
    });
  }

  unload(name: string): Promise<void> {
    return this.#change(async () => {
      const old = this.#require(name);
      this.#exchange(old, undefined);
      await old.leave(this.parts.graceMs);
    });
  }

  /**
   * Attaches them all, and then starts one after the other.
   *
   * @throws {PluginStartFailed} at the first that fails; `stop()` then stops those before it.
   */
  start(live: AttachmentParts): Promise<void> {
    return this.#turns.take(async () => {
      this.#outside = AsyncLocalStorage.snapshot();
      this.#live = live;
      const present = this.#installed;
      for (const each of present) {
        each.attach(live);
        live.commands.plan(undefined, each.part)();
      }
      for (const each of present) each.hear();
      for (const each of present) {
        // One that started before may have unloaded it.
        if (this.#installed.includes(each)) await each.start();
        this.#requireRunning();
      }
    });
  }

  startJobs(): void {
    this.#doJobsRun = true;
    for (const each of this.#installed) each.startJobs();
  }

  async stopJobs(): Promise<void> {
    await Promise.all(this.#installed.map((each) => each.stopJobs()));
  }

  /** Tells every plugin that READY came. One that fails does not keep the others from hearing of it. */
  async ready(): Promise<void> {
    const log = this.#live?.client.log;
    if (log) await Promise.all(this.#installed.map((each) => each.ready(log)));
  }

  /** Resolves when none is coming or going. */
  settled(): Promise<void> {
    return this.#turns.idle();
  }

  /** Stops what was started, last first. One that fails or hangs does not keep the others from stopping. */
  async stop(grace: Grace): Promise<unknown[]> {
    const failures: unknown[] = [];
    const lastFirst = this.#installed.toReversed();
    for (const each of lastFirst) failures.push(...(await each.stop(grace)));
    for (const each of lastFirst) failures.push(...(await each.letGo(grace)));
    return failures;
  }

  #change(change: () => Promise<void>): Promise<void> {
    return this.#turns.take(() =>
      this.#outside(() => {
        this.#requireRunning();
        return change();
      }),
    );
  }

  /** Lets a plugin in, in the place of another if there is one. Everything is as before when it fails. */
  async #bring(plugin: Plugin, old: InstalledPlugin | undefined): Promise<InstalledPlugin> {
    const next = new InstalledPlugin(plugin, this.parts.container, this.#turns, old);
    try {
      next.register();
      await this.#prepare(next, old);
      this.#exchange(old, next);
    } catch (error) {
      await this.#discard(next);
      throw error;
    }
    await this.#welcome(next);
    return next;
  }

  async #discard(next: InstalledPlugin): Promise<void> {
    try {
      await next.leave(this.parts.graceMs);
    } catch (err) {
      this.#live?.client.log.error({ err }, 'a plugin that could not come did not go cleanly either');
    }
  }

  async #prepare(next: InstalledPlugin, old: InstalledPlugin | undefined): Promise<void> {
    if (this.#live === undefined) return;
    next.attach(this.#live);
    // Before it starts: whoever is refused need not be stopped.
    this.#live.commands.plan(old?.part, next.part);
    await next.start();
  }

  /** From one event to the next, so that none is heard by both and none by neither. */
  #exchange(old: InstalledPlugin | undefined, next: InstalledPlugin | undefined): void {
    this.#requireRunning();
    // Hooks that ran meanwhile may have changed plugins themselves.
    if (old && !this.#installed.includes(old)) throw new PluginUnknown(old.name, this.names);
    if (next && next.name !== old?.name) this.#refuseTaken(next.name);
    this.#live?.commands.plan(old?.part, next?.part)();
    const dues = old?.dues;
    old?.deafen();
    next?.hear();
    const comes = next ? [next] : [];
    this.#installed = old
      ? this.#installed.flatMap((each) => (each === old ? comes : each))
      : [...this.#installed, ...comes];
    if (this.#doJobsRun) next?.startJobs(dues);
  }

  /** Lets a plugin that came while the bot runs catch up. */
  async #welcome(next: InstalledPlugin): Promise<void> {
    if (this.#live === undefined) return;
    const { client, commands } = this.#live;
    if (client.gateway.state === 'ready') void next.ready(client.log);
    if (!this.#doJobsRun) return;
    try {
      await commands.resume(next.part);
    } catch (err) {
      client.log.error({ err, plugin: next.name }, 'the stored conversations of a plugin could not be read');
    }
  }

  #require(name: string): InstalledPlugin {
    const installed = this.#installed.find((each) => each.name === name);
    if (installed === undefined) throw new PluginUnknown(name, this.names);
    return installed;
  }

  #refuseTaken(name: string): void {
    if (this.names.includes(name)) throw new PluginDuplicated(name);
  }

  #requireRunning(): void {
    const state = this.parts.state();
    if (state === 'stopping' || state === 'stopped') throw new BotNotRunning(state);
  }
}
