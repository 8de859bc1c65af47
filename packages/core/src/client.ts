import { type Clock, systemClock } from '@botwright/clock';
import type { ClientUser, Ready, Team } from '@botwright/protocol';
import { Api } from './api/api.js';
import { NotConnected, OptionInvalid, type TokenShared } from './errors.js';
import { Dispatcher } from './events/dispatcher.js';
import { Intake } from './events/intake.js';
import { resolveHandlerOptions } from './events/options.js';
import { Reader } from './events/reader.js';
import { Gateway } from './gateway/gateway.js';
import { resolveGatewayOptions } from './gateway/options.js';
import type { GatewayState } from './gateway/state.js';
import { noStats } from './gateway/stats.js';
import { currentHandling } from './handling.js';
import { createLog, type Logger, type LogOptions } from './log.js';
import { longestTimerMs } from './number-options.js';
import { type ClientOptions, defaultValidation } from './options.js';
import { originOf } from './origin.js';
import { resolveReplayOptions } from './replay/options.js';
import { Replay } from './replay/replay.js';
import { ServiceTime } from './replay/service-time.js';
import { resolveRestOptions } from './rest/options.js';
import { ownTransport } from './rest/own-transport.js';
import { Rest } from './rest/rest.js';
import { createTransport, type PooledTransport } from './rest/transport.js';
import { SharedTokenWatch } from './shared-token.js';
import { steady } from './steady-log.js';
import { checkToken } from './token.js';
import { TurnTime } from './turn-time.js';

export interface CloseOptions {
  /** How long to wait for listeners and calls that are under way, in milliseconds, from 0 to 2^31 - 1; default 10,000. */
  readonly graceMs?: number;
}

const defaultGraceMs = 10_000;

/**
 * A bot's whole connection to the service: events come from `events`, calls go out through `api`.
 *
 * Nothing is sent before `connect`, and nothing is shared between two clients of one process.
 */
export class Client {
  readonly api: Api;
  readonly rest: Rest;
  readonly gateway: Gateway;
  readonly events: Dispatcher;
  /** What was missed while the connection was gone. */
  readonly replay: Replay;
  readonly log: Logger;
  readonly clock: Clock;
  readonly #transport: PooledTransport;
  readonly #sharedToken: SharedTokenWatch;
  #closing: Promise<void> | undefined;

  /**
   * @throws {TokenInvalid} when the token cannot be one.
   * @throws {OptionInvalid} when another option cannot work.
   */
  constructor(options: ClientOptions) {
    const token = checkToken(options.token);
    const origin = originOf(options.baseUrl);
    const validate = options.validate ?? defaultValidation();
    const stats = noStats();
    const { clock = systemClock } = options;
    this.clock = clock;
    this.log = steady(logFrom(options.log, token));
    const time = new ServiceTime(clock);
    const turn = new TurnTime(clock);
    this.events = new Dispatcher(this.log, { ...resolveHandlerOptions(options.handlers), clock, turn });
    const rest = resolveRestOptions(options.rest, origin);
    const transport = options.transport ? ownTransport(options.transport) : createTransport(origin, rest);
    this.#transport = transport;
    this.rest = new Rest({
      token,
      transport,
      clock,
      validate,
      options: rest,
      learnTime: (date) => time.learn(date),
      log: this.log,
    });
    this.api = new Api(this.rest);
    this.replay = new Replay({
      dispatcher: this.events,
      api: this.api,
      clock,
      turn,
      time,
      log: this.log,
      options: resolveReplayOptions(options.replay),
    });
    const { nonces } = this.rest;
    this.#sharedToken = new SharedTokenWatch({
      clock,
      log: this.log,
      isAnothers: (nonce) => nonces.isAnothers(nonce),
    });
    const reader = new Reader(validate, this.events);
    const intake = new Intake(this.events, this.replay, reader, stats, this.log, this.#sharedToken);
    this.gateway = new Gateway({
      origin,
      token,
      clock,
      turn,
      log: this.log,
      options: resolveGatewayOptions(options.gateway),
      stats,
      receive: (kind, bytes, parsed) => intake.receive(kind, bytes, parsed),
      missed: () => this.replay.doubted(this.teams),
      prepared: () => reader.prepared(),
      readReady: (payload) => reader.ready(payload),
    });
    this.gateway.onStateChange(({ to }) => this.#follow(to));
  }

  /**
   * The bot's own account, as the last READY gave it.
   * @throws {NotConnected} before the first READY.
   */
  get user(): ClientUser {
    return this.#ready('The own user is not known').user;
  }

  /**
   * The teams the bot is in, as the last READY gave them.
   * @throws {NotConnected} before the first READY.
   */
  get teams(): readonly Team[] {
    return this.#ready('The teams are not known').teams;
  }

  /**
   * Opens the connection and resolves with the first READY. It keeps trying for as long as the service does not refuse.
   * Calling it again gives the same promise.
   * @throws {ConnectionRefused} when the service does not want this bot.
   * @throws {NotConnected} when the client was closed before READY.
   */
  connect(): Promise<Ready> {
    return this.gateway.connect();
  }

  /**
   * Calls back once, when it turns out that another process uses the same token, or at once when that is known already;
   * the log says so too. It is seen by what the other says while somebody listens to messages. Returns what ends that.
   */
  onTokenShared(listener: (warning: TokenShared) => void): () => void {
    return this.#sharedToken.onShared(listener);
  }

  /**
   * Takes no more events, waits for listeners and calls that are under way, and closes every connection. Calling it
   * again gives the same promise. A listener that calls it is not waited for.
   * @throws {OptionInvalid} when `graceMs` is no time; the client goes on.
   */
  close({ graceMs = defaultGraceMs }: CloseOptions = {}): Promise<void> {
    if (!(graceMs >= 0 && graceMs <= longestTimerMs)) {
      return Promise.reject(new OptionInvalid('graceMs', graceMs, `from 0 to ${longestTimerMs}`));
    }
    // It would wait for the listener, and the listener for it.
    currentHandling()?.release();
    this.#closing ??= this.#shutDown(graceMs);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #shutDown(graceMs: number): Promise<void> {
    await this.gateway.close();
    const reason = new NotConnected('The listener was given up');
    this.events.abortReleased(reason);
    const stop = new AbortController();
    // On a clock that stands still the client would never close.
    const grace = systemClock.sleep(graceMs, stop.signal).then(
      () => this.log.warn({ graceMs, listeners: this.events.busyListeners }, 'closing without waiting any longer'),
      () => undefined,
    );
    await Promise.race([grace, this.#quiet()]);
    stop.abort();
    this.events.close(reason);
    await this.rest.close();
  }

  async #quiet(): Promise<void> {
    await this.events.idle();
    await this.rest.idle();
  }

  #follow(state: GatewayState): void {
    if (state === 'ready') {
      this.#prepareCalls();
      this.#sharedToken.ready(this.user.id);
      this.replay.connected(this.teams);
    } else if (state === 'reconnecting') this.replay.lost();
    else if (state === 'closed') this.replay.close(this.gateway.ready?.teams ?? []);
  }

  /** The first answer should not wait for what it needs to be loaded, nor should those who wait for READY. */
  #prepareCalls(): void {
    setImmediate(() => {
      // The first call says what is wrong.
      if (!this.#closing) this.#transport.prepare().catch(() => undefined);
    });
  }

  #ready(what: string): Ready {
    if (!this.gateway.ready) throw new NotConnected(what);
    return this.gateway.ready;
  }
}

function logFrom(log: Logger | LogOptions | undefined, token: string): Logger {
  if (log && 'child' in log) return log;
  return createLog({ ...log, secrets: [...(log?.secrets ?? []), token] });
}
