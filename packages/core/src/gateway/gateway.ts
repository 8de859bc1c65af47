import type { Clock, Timer } from '@botwright/clock';
import {
  type ChannelId,
  type ClientFrame,
  gatewayPath,
  type Presence,
  type Ready,
  type TeamId,
} from '@botwright/protocol';
import { type BotwrightError, ConnectionLost, ConnectionRefused, NotConnected } from '../errors.js';
import type { Logger } from '../log.js';
import { Backoff, stableMs } from './backoff.js';
import { Connection, type EventSink } from './connection.js';
import type { GatewayOptions } from './options.js';
import { type GatewayState, type GatewayStateChange, transitions } from './state.js';
import type { GatewayStats } from './stats.js';

export interface GatewaySetup {
  readonly origin: string;
  readonly token: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly options: Required<GatewayOptions>;
  /** Counted up by the gateway. */
  readonly stats: GatewayStats;
  readonly receive: EventSink;
}

/** However long the service asks to stay away, it is tried again after this. */
const longestPauseMs = 600_000;

/**
 * Where events come from: one connection at a time, and a new one whenever it is lost. `state.ts` draws its life.
 * Nothing survives a connection: what happened in between is lost, and READY tells everything anew.
 */
export class Gateway {
  readonly #url: string;
  readonly #backoff = new Backoff();
  readonly #listeners = new Set<(change: GatewayStateChange) => void>();
  #state: GatewayState = 'idle';
  #connection: Connection | undefined;
  #retryTimer: Timer | undefined;
  #ready: Ready | undefined;
  #readyAt = 0;
  #connecting: Promise<Ready> | undefined;
  #resolveConnecting: ((ready: Ready) => void) | undefined;
  #rejectConnecting: ((reason: BotwrightError) => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(private readonly setup: GatewaySetup) {
    this.#url = setup.origin.replace(/^http/, 'ws') + gatewayPath;
  }

  get state(): GatewayState {
    return this.#state;
  }

  /** What was counted since the gateway was made. */
  get stats(): Readonly<GatewayStats> {
    return this.setup.stats;
  }

  /** What the last READY said; undefined before the first. */
  get ready(): Ready | undefined {
    return this.#ready;
  }

  /**
   * Opens the connection and resolves with the first READY. A try that fails is followed by another after a pause, for
   * ever, until the service refuses or `close` is called. Calling it again gives the same promise.
   * @throws {ConnectionRefused} when the service does not want this connection.
   * @throws {NotConnected} when the gateway was closed before READY.
   */
  connect(): Promise<Ready> {
    this.#connecting ??= new Promise((resolve, reject) => {
      if (this.#state === 'closed') throw new NotConnected('The gateway cannot be opened again');
      this.#resolveConnecting = resolve;
      this.#rejectConnecting = reject;
      this.#open();
    });
    return this.#connecting;
  }

  /** Closes the connection for good. Calling it again gives the same promise. */
  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  /** Calls back after each change of the state. Returns what ends that. */
  onStateChange(listener: (change: GatewayStateChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends a frame.
   * @throws {NotConnected} unless the state is `ready`: nothing is kept for a connection to come.
   */
  send(frame: ClientFrame): void {
    if (this.#state !== 'ready') throw new NotConnected(`${frame.t} cannot be sent`);
    this.#connection?.send(JSON.stringify(frame));
  }

  /** Shows the bot as typing in a channel. How long that stays visible is not known. */
  typing(channelId: ChannelId, teamId: TeamId): void {
    this.send({ t: 'CHANNEL_TYPING', d: { channelId, teamId } });
  }

  /** Shows the bot as offline (0), online (1), idle (2) or not to be disturbed (3). */
  setPresence(presence: Presence): void {
    this.send({ t: 'PRESENCE_UPDATE', d: { presence } });
  }

  #open(): void {
    this.#enter('connecting');
    // Whoever hears of the state may close the gateway.
    if (this.#state !== 'connecting') return;
    const { token, clock, options, stats, receive } = this.setup;
    this.#connection = new Connection(
      { url: this.#url, token, clock, options, stats },
      {
        opened: () => this.#enter('waiting for READY'),
        ready: (ready) => this.#becomeReady(ready),
        event: receive,
        lost: (cause) => this.#lose(cause),
      },
    );
  }

  #becomeReady(ready: Ready): void {
    this.#ready = ready;
    // READY may come again on a connection that stands: it is news about the teams, not a new state.
    if (this.#state === 'ready') return;
    this.#readyAt = this.setup.clock.monotonic();
    this.#enter('ready');
    this.#resolveConnecting?.(ready);
  }

  #lose(cause: BotwrightError): void {
    const wasStable = this.#state === 'ready' && this.setup.clock.monotonic() - this.#readyAt >= stableMs;
    if (wasStable) this.#backoff.reset();
    this.#connection = undefined;
    if (cause instanceof ConnectionRefused) {
      this.#enter('closed', { cause });
      this.#rejectConnecting?.(cause);
      return;
    }
    const retryInMs = this.#pauseAfter(cause);
    this.#retryTimer = this.setup.clock.setTimeout(() => this.#open(), retryInMs);
    this.#enter('reconnecting', { cause, retryInMs });
  }

  #pauseAfter(cause: BotwrightError): number {
    const asked = cause instanceof ConnectionLost ? cause.retryAfterMs : undefined;
    return Math.max(this.#backoff.next(), Math.min(asked ?? 0, longestPauseMs));
  }

  async #shutDown(): Promise<void> {
    this.setup.clock.clearTimeout(this.#retryTimer);
    const connection = this.#connection;
    this.#connection = undefined;
    if (this.#state !== 'closed') this.#enter('closed');
    this.#rejectConnecting?.(new NotConnected('The gateway was closed before READY'));
    await connection?.close();
  }

  #enter(to: GatewayState, facts: Omit<GatewayStateChange, 'from' | 'to'> = {}): void {
    const from = this.#state;
    const allowed: readonly GatewayState[] = transitions[from];
    if (!allowed.includes(to)) throw new Error(`The gateway cannot go from ${from} to ${to}`);
    this.#state = to;
    const change = { from, to, ...facts };
    logChange(this.setup.log, change);
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.setup.log.error({ err: error, from, to }, 'a listener of the gateway state failed');
      }
    }
  }
}

function logChange(log: Logger, { from, to, cause, retryInMs }: GatewayStateChange): void {
  if (!cause) log[to === 'ready' ? 'info' : 'debug']({ from, to }, `gateway: ${to}`);
  else if (to === 'closed') log.fatal({ from, to, err: cause }, 'gateway: refused for good');
  else log.warn({ from, to, err: cause, retryInMs }, 'gateway: lost, trying again');
}
