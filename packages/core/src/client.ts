import { type Clock, systemClock } from '@botwright/clock';
import type { ClientUser, Ready, Team } from '@botwright/protocol';
import { Api } from './api/api.js';
import { NotConnected } from './errors.js';
import { Dispatcher } from './events/dispatcher.js';
import { Intake } from './events/intake.js';
import { Gateway } from './gateway/gateway.js';
import { resolveGatewayOptions } from './gateway/options.js';
import { noStats } from './gateway/stats.js';
import { createLog, type Logger, type LogOptions } from './log.js';
import { type ClientOptions, defaultValidation } from './options.js';
import { originOf } from './origin.js';
import { resolveRestOptions } from './rest/options.js';
import { Rest } from './rest/rest.js';
import { createTransport, type PooledTransport, type Transport } from './rest/transport.js';
import { checkToken } from './token.js';

export interface CloseOptions {
  /** How long to wait for listeners and calls that are under way, in milliseconds; default 10,000. */
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
  readonly log: Logger;
  readonly clock: Clock;
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
    this.log = logFrom(options.log, token);
    this.events = new Dispatcher(this.log);
    this.rest = new Rest({
      token,
      transport: transportFrom(options.transport, origin),
      clock,
      validate,
      options: resolveRestOptions(options.rest, origin),
    });
    this.api = new Api(this.rest);
    const intake = new Intake(this.events, validate, stats, this.log);
    this.gateway = new Gateway({
      origin,
      token,
      clock,
      log: this.log,
      options: resolveGatewayOptions(options.gateway),
      stats,
      receive: (kind, bytes, parsed) => intake.receive(kind, bytes, parsed),
    });
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
   * Takes no more events, waits for listeners and calls that are under way, and closes every connection. Calling it
   * again gives the same promise. A listener must not wait for it, since it waits for the listener.
   */
  close({ graceMs = defaultGraceMs }: CloseOptions = {}): Promise<void> {
    this.#closing ??= this.#shutDown(graceMs);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #shutDown(graceMs: number): Promise<void> {
    await this.gateway.close();
    const stop = new AbortController();
    const grace = this.clock.sleep(graceMs, stop.signal).then(
      () => this.log.warn({ graceMs }, 'closing without waiting any longer for listeners and calls'),
      () => undefined,
    );
    await Promise.race([grace, this.#quiet()]);
    stop.abort();
    await this.rest.close();
  }

  async #quiet(): Promise<void> {
    await this.events.idle();
    await this.rest.idle();
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

function transportFrom(transport: Transport | undefined, origin: string): PooledTransport {
  if (!transport) return createTransport(origin);
  return { send: transport, close: () => Promise.resolve() };
}
