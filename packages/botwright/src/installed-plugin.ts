import type { CommandPart } from '@botwright/commands';
import { asWork, Cancellation, type Logger } from '@botwright/core';
import type { DependencyContainer } from 'tsyringe';
import { Attachment, type AttachmentParts } from './attachment.js';
import { commandPartOf } from './class-origin.js';
import { PluginStartFailed, PluginStopFailed, PluginUnloadFailed, StopTimedOut } from './errors.js';
import { farewellMs, Grace, releaseMs } from './grace.js';
import { registerServices } from './injection.js';
import type { Plugin } from './plugin.js';
import { Store } from './store.js';
import { TenantStore } from './tenant-store.js';
import type { Turns } from './turns.js';

/** One plugin of one bot, from its container to its end. */
export class InstalledPlugin {
  readonly name: string;
  readonly #container: DependencyContainer;
  #predecessor: InstalledPlugin | undefined;
  private store: TenantStore | undefined;
  #attachment: Attachment | undefined;
  #isStarted = false;

  /** @param predecessor - The one in whose place it comes; it is there until `succeed`. */
  constructor(
    private readonly plugin: Plugin,
    bot: DependencyContainer,
    private readonly turns: Turns,
    predecessor?: InstalledPlugin,
  ) {
    this.name = plugin.definition.name;
    this.#container = bot.createChildContainer();
    this.#predecessor = predecessor;
    this.#container.register(Store, {
      useFactory: () => {
        this.store ??= new TenantStore(bot.resolve(Store), this.#predecessor?.store);
        return this.store;
      },
    });
  }

  /** Fills its container. @throws {InjectionIncomplete} when it is not said what a constructor takes. */
  register(): void {
    this.plugin.register(this.#container);
    registerServices(this.#container, this.plugin.definition.services ?? []);
  }

  /** Its commands and conversations; none before it is attached. */
  get part(): CommandPart | undefined {
    return this.#attachment?.part;
  }

  /** Makes its listeners. They hear nothing yet. @throws as `Attachment` does. */
  attach(parts: AttachmentParts): void {
    const { commands = [], listeners = [], conversations = [] } = this.plugin.definition;
    const origin = { name: this.name, container: this.#container, commands, listeners, conversations };
    this.#attachment = new Attachment(origin, commandPartOf(origin, this.name), parts);
  }

  /** @throws {PluginStartFailed} */
  async start(): Promise<void> {
    const end = this.#attachment?.busy.begin(`start of plugin ${this.name}`);
    try {
      this.#isStarted = await this.turns.hook(() => this.plugin.definition.start?.(this.#container));
    } catch (cause) {
      throw new PluginStartFailed(this.name, cause);
    } finally {
      end?.();
    }
  }

  hear(): void {
    this.#attachment?.hear();
  }

  deafen(): void {
    this.#attachment?.deafen();
  }

  /** When its jobs are due. */
  get dues(): ReadonlyMap<string, number> | undefined {
    return this.#attachment?.dues;
  }

  /** @param dues - Those of the plugin that it takes the place of. */
  startJobs(dues?: ReadonlyMap<string, number>): void {
    this.#attachment?.startJobs(dues);
  }

  async stopJobs(): Promise<void> {
    await this.#attachment?.stopJobs();
  }

  /** Tells it that READY came. What it throws is logged. */
  async ready(log: Logger): Promise<void> {
    const { definition } = this.plugin;
    if (definition.ready === undefined) return;
    await asWork(new Cancellation(), async () => {
      const end = this.#attachment?.busy.begin(`ready of plugin ${this.name}`);
      try {
        await definition.ready?.(this.#container);
      } catch (err) {
        log.error({ err, plugin: this.name }, 'a plugin failed after READY');
      } finally {
        end?.();
      }
    });
  }

  /** Stops it, if it was started, and says what went wrong. */
  async stop(grace: Grace): Promise<PluginStopFailed[]> {
    if (!this.#isStarted) return [];
    this.#isStarted = false;
    try {
      const stopping = this.turns.hook(() => this.plugin.definition.stop?.(this.#container));
      return (await grace.sees(stopping)) ? [] : [new PluginStopFailed(this.name, 'did not end in time')];
    } catch (cause) {
      return [new PluginStopFailed(this.name, 'failed', { cause })];
    }
  }

  /** Disposes its container, gives its namespaces back, and says what went wrong. */
  async letGo(grace: Grace): Promise<unknown[]> {
    const tooLate = () => new StopTimedOut(grace.ms, [`services of plugin ${this.name}`]);
    try {
      const disposed = Promise.resolve(this.#container.dispose());
      return (await grace.sees(disposed)) ? [] : [tooLate()];
    } catch (error) {
      return [error];
    } finally {
      this.store?.leave();
    }
  }

  /** The one in whose place it came has gone. */
  succeed(): void {
    this.#predecessor = undefined;
    this.store?.succeed();
  }

  /**
   * Lets what is at work end, stops it, and disposes its container, when it hears nothing any longer.
   *
   * @throws {PluginUnloadFailed} after everything was tried, when a part failed or did not end in time.
   */
  async leave(graceMs: number): Promise<void> {
    const grace = new Grace(graceMs);
    const failures: unknown[] = await this.#fallSilent(grace);
    grace.leave(farewellMs);
    failures.push(...(await this.stop(grace)));
    grace.leave(releaseMs);
    failures.push(...(await this.letGo(grace)));
    if (failures.length > 0) throw new PluginUnloadFailed(this.name, failures);
  }

  async #fallSilent(grace: Grace): Promise<StopTimedOut[]> {
    const attachment = this.#attachment;
    if (attachment === undefined || (await grace.sees(attachment.quiet()))) return [];
    const timedOut = new StopTimedOut(grace.ms, attachment.names);
    attachment.abandon(timedOut);
    return [timedOut];
  }
}
