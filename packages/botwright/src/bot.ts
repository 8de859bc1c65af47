import type { Clock } from '@botwright/clock';
import type {
  CommandClass,
  CommandDescription,
  Commands,
  ConversationClass,
  EditOptions,
  ExplainPlace,
  Explanation,
  Prefix,
} from '@botwright/commands';
import { Api, Client, checkNumbers, excuseCurrentWork, type Logger, type SharedLimits } from '@botwright/core';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';
import { Attachment } from './attachment.js';
import { Busy } from './busy.js';
import { type ClassOrigin, type CommandHabits, commandPartOf, routeCommands } from './class-origin.js';
import { type Credentials, type Environment, readEnvironment, requireCredentials } from './environment.js';
import { BotNotRunning, StartFailed, StopFailed, StopTimedOut } from './errors.js';
import { farewellMs, Grace, releaseMs } from './grace.js';
import { type Class, registerServices } from './injection.js';
import { createBotLog } from './log.js';
import type { Plugin } from './plugin.js';
import { PluginHost } from './plugin-host.js';
import { type OwnedStore, Store, type StoreAddress, storeOf } from './store.js';

export interface BotOptions extends CommandHabits {
  /**
   * What a message must begin with to be a command; default `!`. Of several the first text is shown to people; with none
   * at all, `[]`, only mentioning the bot calls. `BOT_PREFIX` in the environment wins over it.
   */
  readonly prefix?: Prefix | readonly Prefix[];
  readonly commands?: readonly CommandClass[];
  readonly listeners?: readonly Class[];
  /** Classes of which the bot keeps one instance each, for its commands and listeners to inject. */
  readonly services?: readonly Class[];
  readonly plugins?: readonly Plugin[];
  /** Conversations that commands and listeners may begin. */
  readonly conversations?: readonly ConversationClass[];
  /**
   * Keeps what has to outlive a restart. Default: the file that `BOTWRIGHT_DATABASE_URL` names, else
   * `file:./data/bot.sqlite`; it is opened when something is first kept. A store of one's own is not closed.
   */
  readonly store?: Store | StoreAddress;
  /** What becomes of answers when the message that called is changed or deleted; `false` for nothing. */
  readonly edits?: EditOptions | false;
  /** Whether a name that no command has is passed over, as usual, or answered with what it may mean. */
  readonly unknownCommands?: 'silent' | 'suggest';
  /** Given instead of `BOT_TOKEN` and `BOT_BASE_URL`. */
  readonly credentials?: Credentials;
  readonly log?: Logger;
  /** What tells the bot the time and wakes it. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Shares the service's limits with the other processes that use the same token: `redisLimits()` of `@botwright/cluster`. */
  readonly sharedLimits?: SharedLimits;
  /** How long `stop()` waits for running handlers, in milliseconds. Default: 10,000. */
  readonly graceMs?: number;
}

const botDefaults = {
  prefix: '!',
  commands: [],
  listeners: [],
  services: [],
  plugins: [],
  conversations: [],
  edits: {},
  unknownCommands: 'silent',
  graceMs: 10_000,
} as const satisfies BotOptions;

export interface StartOptions {
  /** Wins over the bot's own: `botwright start` lets the bot and its sandbox go by one clock. */
  readonly clock?: Clock;
  /** Win over the bot's own and the environment's: a test starts a program's bot in a sandbox. */
  readonly credentials?: Credentials;
  /** Wins over the bot's own. */
  readonly store?: Store | StoreAddress;
}

export type BotState = 'new' | 'starting' | 'running' | 'stopping' | 'stopped';

/**
 * Makes a bot. Nothing is connected and nothing is read before `start()`.
 * @throws {OptionInvalid} when `graceMs` is no time.
 */
export function createBot(options: BotOptions = {}): Bot {
  return new Bot(options);
}

/** A bot: commands, listeners and plugins around one connection. */
export class Bot {
  /** The bot's own container. Two bots in one process share nothing. */
  readonly container: DependencyContainer = rootContainer.createChildContainer();

  readonly #options: BotOptions & Required<Pick<BotOptions, keyof typeof botDefaults>>;
  readonly #plugins: PluginHost;
  readonly #busy = new Busy();
  #connection: Client | undefined;
  #store: OwnedStore | undefined;
  #own: Attachment | undefined;
  #commands: Commands | undefined;
  #current: BotState = 'new';
  #started: Promise<void> | undefined;
  /** Settles when the attempt to start is over, before a failed one is cleaned up. */
  #coming: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: BotOptions) {
    this.#options = { ...botDefaults, ...options };
    const { graceMs, plugins } = this.#options;
    checkNumbers('', { graceMs }, { timers: ['graceMs'], zeros: ['graceMs'] });
    this.#plugins = new PluginHost({ container: this.container, graceMs, state: () => this.#current }, plugins);
  }

  get state(): BotState {
    return this.#current;
  }

  /**
   * The connection to the service.
   *
   * @throws {BotNotRunning} before `start()`.
   */
  get client(): Client {
    if (this.#connection === undefined) throw new BotNotRunning(this.#current);
    return this.#connection;
  }

  /** What commands begin with, as it is shown to people; `undefined` when that is no text. */
  get prefix(): string | undefined {
    return [this.#prefix].flat().find((prefix) => typeof prefix === 'string');
  }

  get #prefix(): Prefix | readonly Prefix[] {
    return readEnvironment().prefix ?? this.#options.prefix;
  }

  /**
   * Every command, those of plugins and `help` included, as JSON made from the declarations.
   *
   * @throws {BotNotRunning} before `start()`.
   */
  describe(): CommandDescription[] {
    if (this.#commands === undefined) throw new BotNotRunning(this.#current);
    return this.#commands.describe();
  }

  /**
   * What would become of a text, if somebody said it somewhere, without anything being run or answered.
   *
   * @throws {BotNotRunning} before `start()`.
   * @throws {RequestRejected} when there is no such person, or no such channel in the team.
   */
  explain(text: string, place: ExplainPlace): Promise<Explanation> {
    if (this.#commands === undefined) return Promise.reject(new BotNotRunning(this.#current));
    return this.#commands.explain(text, place);
  }

  /**
   * Connects, and resolves when the service has said READY. Calling it again gives the same promise.
   *
   * @throws {EnvironmentInvalid} naming every mistake in the environment at once.
   * @throws {PluginStartFailed} when a plugin cannot start; those before it are stopped again.
   * @throws {StartFailed} when one of those then failed to stop.
   * @throws {ConnectionRefused} when the service does not accept the token.
   * @throws {BotNotRunning} when the bot has been stopped.
   */
  start(options: StartOptions = {}): Promise<void> {
    if (this.#stopped !== undefined) return Promise.reject(new BotNotRunning(this.#current));
    this.#started ??= this.#run(options);
    return this.#started;
  }

  /**
   * Adds a plugin, also while the bot runs: it starts, and hears from the very next event on. Before `start()` it only
   * joins the others. Plugins come and go one after the other, however many are asked for at once. When it fails,
   * everything is as before. A handler that calls it is not waited for by what comes first.
   *
   * ```ts
   * await bot.load(todo({ file: 'TODO.md' }));
   * await bot.reload(todo({ file: 'PLAN.md' }));
   * await bot.unload('todo');
   * ```
   *
   * @throws {PluginDuplicated} when there is one of its name.
   * @throws {CommandNameTaken} and the like, as `start()` does, when its classes cannot stand beside the others.
   * @throws {PluginStartFailed} when it cannot start.
   * @throws {BotNotRunning} when the bot stops or has stopped.
   */
  load(plugin: Plugin): Promise<void> {
    return this.#plugins.load(plugin);
  }

  /**
   * Takes a plugin away: from the very next event on it hears nothing, and its commands are gone. What is at work in it
   * ends, for at most `graceMs`; its conversations pause until a plugin has them again; then it stops, and its container is
   * disposed. A handler of it that calls this is not waited for.
   *
   * @throws {PluginUnknown} when there is none of that name.
   * @throws {PluginUnloadFailed} when it is gone, but something of it failed or did not end in time.
   * @throws {CommandInvalid} when a group of another has one of its commands as default.
   * @throws {BotNotRunning} when the bot stops or has stopped.
   */
  unload(name: string): Promise<void> {
    return this.#plugins.unload(name);
  }

  /**
   * Puts a plugin in the place of the one of its name. The new one starts while the old one still hears; from one event to
   * the next it takes over, so that none is missed and none heard by both, and goes on with conversations. Then the old one
   * leaves as by `unload`. When the new one cannot come, the old one stays.
   *
   * @throws {PluginUnknown} when there is none of that name.
   * @throws what `load` throws when the new one cannot come.
   * @throws {PluginUnloadFailed} when the new one is there, but something of the old one failed or did not end in time.
   */
  reload(plugin: Plugin): Promise<void> {
    return this.#plugins.reload(plugin);
  }

  /**
   * Stops in this order: no new events, no new jobs, and no more waiting for people; running handlers finish, for at most
   * `graceMs`; plugins stop, last first; the connections close; the container is disposed, and the bot's own store closed.
   * All of that ends at most a second after `graceMs`. Calling it again gives the same promise.
   *
   * @throws {StopFailed} after everything was tried, when a part failed or did not finish in time.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    // It would wait for a handler that calls it, and the handler for it.
    excuseCurrentWork(this.#stopped);
    return this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #run(options: StartOptions): Promise<void> {
    this.#current = 'starting';
    this.#coming = this.#comeUp(options);
    try {
      await this.#coming;
      this.#current = 'running';
    } catch (failure) {
      throw await this.#stopAfter(failure);
    }
  }

  /** What a failed start is told with: the failure, and what went wrong in cleaning up after it. */
  async #stopAfter(failure: unknown): Promise<unknown> {
    try {
      await this.stop();
      return failure;
    } catch (stopFailure) {
      return new StartFailed(failure, stopFailure);
    }
  }

  async #comeUp(options: StartOptions): Promise<void> {
    const environment = readEnvironment();
    const client = await this.#connectable(environment, options);
    const commands = this.#attach(client, environment, options.store ?? this.#options.store);
    client.gateway.onStateChange(({ to }) => {
      if (to === 'ready') void this.#plugins.ready();
    });
    await this.#plugins.start({ client, commands, busy: this.#busy });
    await client.connect();
    await commands.resume();
    this.#own?.startJobs();
    this.#plugins.startJobs();
  }

  #attach(client: Client, { databaseUrl }: Environment, given: BotOptions['store']): Commands {
    const { clock, log } = client;
    this.#store = storeOf(given, { databaseUrl, clock, log });
    const { store } = this.#store;
    this.container.registerInstance(Store, store);
    const origin = this.#ownOrigin();
    const commands = routeCommands({ ...this.#options, client, prefix: this.#prefix, store }, commandPartOf(origin));
    this.#commands = commands;
    client.events.claim('MESSAGE_SEND', (event) => commands.claim(event), { name: 'commands' });
    this.#own = new Attachment(origin, commands.own, { client, commands, busy: this.#busy });
    this.#own.hear();
    return commands;
  }

  async #connectable(environment: Environment, given: StartOptions): Promise<Client> {
    const { clock, credentials, log: ownLog, sharedLimits } = { ...this.#options, ...given };
    const { token, baseUrl } = credentials ?? requireCredentials(environment);
    const log = ownLog ?? (await createBotLog({ ...environment, token }));
    if (this.#stopped !== undefined) throw new BotNotRunning(this.#current);
    const client = new Client({
      token,
      baseUrl,
      log,
      ...(clock && { clock }),
      ...(sharedLimits && { rest: { sharedLimits } }),
    });
    this.container.registerInstance(Client, client);
    this.container.registerInstance(Api, client.api);
    this.#connection = client;
    return client;
  }

  #ownOrigin(): ClassOrigin {
    registerServices(this.container, this.#options.services);
    const { commands, listeners, conversations } = this.#options;
    return { name: 'bot', container: this.container, commands, listeners, conversations };
  }

  async #end(): Promise<void> {
    this.#current = 'stopping';
    const grace = new Grace(this.#options.graceMs);
    const failures = await this.#stopIntake(grace);
    grace.leave(farewellMs);
    failures.push(...(await this.#plugins.stop(grace)));
    grace.leave(releaseMs);
    failures.push(...(await this.#release(grace)));
    this.#current = 'stopped';
    if (failures.length > 0) throw new StopFailed(failures);
  }

  async #stopIntake(grace: Grace): Promise<unknown[]> {
    const client = this.#connection;
    if (client === undefined) return [];
    const jobs = Promise.all([this.#own?.stopJobs(), this.#plugins.stopJobs()]);
    const ending = Promise.all([this.#silence(client), this.#commands?.stop(), jobs, this.#plugins.settled()]);
    const quiet = Promise.all([ending, Promise.allSettled([this.#coming])]);
    return (await grace.sees(quiet)) ? [] : [new StopTimedOut(grace.ms, this.#busyNames)];
  }

  get #busyNames(): string[] {
    return [...this.#busy.names, ...(this.#commands?.running() ?? []).map((name) => `command ${name}`)];
  }

  async #silence({ gateway, events }: Client): Promise<void> {
    await gateway.close();
    await events.idle();
  }

  async #release(grace: Grace): Promise<unknown[]> {
    const outcomes = Promise.allSettled([this.#connection?.close({ graceMs: 0 }), this.#letGo()]);
    if (!(await grace.sees(outcomes))) return [new StopTimedOut(grace.ms, ['services'])];
    return (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  }

  /** The store last: services may keep something when they are disposed. */
  async #letGo(): Promise<void> {
    try {
      await this.container.dispose();
    } finally {
      await this.#store?.release();
    }
  }
}
