import type { Clock, Timer } from '@botwright/clock';
import type { ChannelId, ClientFrame, Presence, Ready, TeamId } from '@botwright/protocol';
import { gatewayPath } from '@botwright/protocol/facts';
import { type BotwrightError, ConnectionLost, NotConnected } from '../errors.js';
import type { Logger } from '../log.js';
import { secretsRemover } from '../secrets.js';
import type { TurnTime } from '../turn-time.js';
import { Connection, type ConnectionSetup, type EventSink } from './connection.js';
import type { Misnumbered } from './frame-numbers.js';
import { type FrameListener, FrameObservers } from './observers.js';
import type { GatewayOptions } from './options.js';
import { Outbox } from './outbox.js';
import { RetryPolicy } from './retry-policy.js';
import { type GatewayState, type GatewayStateChange, type GatewayStep, transitions } from './state.js';
import type { GatewayStats, NumberFault } from './stats.js';

export interface GatewaySetup {
  readonly origin: string;
  readonly token: string;
  readonly clock: Clock;
  readonly turn: TurnTime;
  readonly log: Logger;
  readonly options: Required<GatewayOptions>;
  /** Counted up by the gateway. */
  readonly stats: GatewayStats;
  readonly receive: EventSink;
  /** Called when the connection stands and yet something may have been missed. */
  readonly missed: () => void;
  /** What every connection waits for before it is opened, if anything. */
  readonly prepared: () => Promise<unknown> | undefined;
  /** Reads READY's payload. */
  readonly readReady: ConnectionSetup['readReady'];
}

/**
 * Where events come from: one connection at a time, and a new one whenever it is lost. `state.ts` draws its life.
 * Nothing survives a connection: READY tells everything anew, and `replay` reads the messages said in between.
 */
export class Gateway {
  readonly #url: string;
  readonly #policy: RetryPolicy;
  readonly #outbox: Outbox;
  readonly #observers: FrameObservers;
  readonly #listeners = new Set<(change: GatewayStateChange) => void>();
  readonly #reported = new Set<NumberFault>();
  #state: GatewayState = 'idle';
  #connection: Connection | undefined;
  #retryTimer: Timer | undefined;
  #ready: Ready | undefined;
  #latencyMs: number | undefined;
  #connecting: Promise<Ready> | undefined;
  #resolveConnecting: ((ready: Ready) => void) | undefined;
  #rejectConnecting: ((reason: BotwrightError) => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(private readonly setup: GatewaySetup) {
    this.#url = setup.origin.replace(/^http/, 'ws') + gatewayPath;
    this.#policy = new RetryPolicy(setup.clock, setup.options);
    this.#outbox = new Outbox(setup.options.longestOutbox);
    this.#observers = new FrameObservers(setup.log, secretsRemover([setup.token]));
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

  /** How long the answer to the last answered heartbeat took; undefined before the first. */
  get latencyMs(): number | undefined {
    return this.#latencyMs;
  }

  /**
   * Opens the connection and resolves with the first READY. A try that fails is followed by another after a pause, for
   * ever, until the service refuses or `close` is called; when that goes on for long the state says so by `failing`.
   * Calling it again gives the same promise.
   * @throws {ConnectionRefused} when the service does not want this connection.
   * @throws {NotConnected} when the gateway was closed before READY.
   */
  connect(): Promise<Ready> {
    this.#connecting ??= new Promise((resolve, reject) => {
      if (this.#state === 'closed') throw new NotConnected('The gateway cannot be opened again');
      this.#resolveConnecting = resolve;
      this.#rejectConnecting = reject;
      this.#policy.begin();
      this.#open();
    });
    return this.#connecting;
  }

  /** Closes the connection for good. Calling it again gives the same promise. */
  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  /** Calls back after each change of the state, and after each try that fails while it is `failing`. Returns what ends that. */
  onStateChange(listener: (change: GatewayStateChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls back for each text frame that comes or goes, heartbeats included. Costs nothing while nobody looks on. Returns
   * what ends it.
   */
  onFrame(listener: FrameListener): () => void {
    return this.#observers.add(listener);
  }

  /**
   * Sends a frame. While the connection is being replaced, or is slow, frames wait, and go out in the order they came.
   * Heartbeats do not wait behind them. A frame that was under way when the connection broke may arrive twice.
   * @throws {NotConnected} before `connect` and after the end.
   * @throws {FramesBacklogged} when `longestOutbox` frames wait already.
   */
  send(frame: ClientFrame): void {
    if (this.#state === 'idle' || this.#state === 'closed') throw new NotConnected(`${frame.t} cannot be sent`);
    this.#outbox.add(frame.t, JSON.stringify(frame));
  }

  /**
   * Shows the bot as typing in a channel. How long that stays visible is not known.
   * @throws {NotConnected} unless the state is `ready`: later it would not be true any more.
   */
  typing(channelId: ChannelId, teamId: TeamId): void {
    if (this.#state !== 'ready') throw new NotConnected('CHANNEL_TYPING cannot be sent');
    this.send({ t: 'CHANNEL_TYPING', d: { channelId, teamId } });
  }

  /** Shows the bot as offline (0), online (1), idle (2) or not to be disturbed (3). Throws as `send` does. */
  setPresence(presence: Presence): void {
    this.send({ t: 'PRESENCE_UPDATE', d: { presence } });
  }

  #open(): void {
    this.#step('try');
    const preparing = this.setup.prepared();
    if (!preparing) this.#dial();
    else {
      preparing.then(
        () => this.#dial(),
        (cause: unknown) => this.#failToPrepare(cause),
      );
    }
  }

  #failToPrepare(cause: unknown): void {
    if (this.#state === 'closed') return;
    this.#lose(new ConnectionLost('what reads its frames could not be loaded', { cause }));
  }

  #dial(): void {
    // Somebody may have closed the gateway, when he heard of the state or while it prepared.
    if (this.#state === 'closed') return;
    const { token, clock, turn, options, stats, receive, readReady } = this.setup;
    this.#connection = new Connection(
      { url: this.#url, token, clock, turn, options, stats, observers: this.#observers, readReady },
      {
        opened: () => this.#step('open'),
        ready: (ready) => this.#becomeReady(ready),
        event: receive,
        misnumbered: (misnumbered) => this.#doubt(misnumbered),
        answered: (latencyMs) => {
          this.#latencyMs = latencyMs;
        },
        lost: (cause) => this.#lose(cause),
      },
    );
  }

  #becomeReady(ready: Ready): void {
    this.#ready = ready;
    // READY may come again on a connection that stands: it is news about the teams, not a new state.
    if (this.#state === 'ready') return;
    this.#policy.ready();
    this.#step('ready');
    this.#resolveConnecting?.(ready);
    const connection = this.#connection;
    if (connection) this.#outbox.attach((...frame) => connection.send(...frame));
  }

  #doubt(misnumbered: Misnumbered): void {
    const { log, missed } = this.setup;
    // Once a kind: a service that does it once may do it with each frame.
    if (!this.#reported.has(misnumbered.fault)) {
      this.#reported.add(misnumbered.fault);
      log.warn(misnumbered, 'gateway: a number of a frame does not follow; further ones of the kind are only counted');
    }
    if (!misnumbered.isBelieved) log.info('gateway: numbers of frames are not looked at until the next connection');
    missed();
  }

  #lose(cause: BotwrightError): void {
    this.#connection = undefined;
    this.#outbox.detach();
    const verdict = this.#policy.lost(cause);
    if (verdict.step === 'refused') {
      this.#step('refused', { cause: verdict.cause });
      this.#abandonFrames();
      this.#rejectConnecting?.(verdict.cause);
      return;
    }
    const { step, retryInMs } = verdict;
    this.#retryTimer = this.setup.clock.setTimeout(() => this.#open(), retryInMs);
    this.#step(step, { cause, retryInMs });
  }

  async #shutDown(): Promise<void> {
    this.setup.clock.clearTimeout(this.#retryTimer);
    const connection = this.#connection;
    this.#connection = undefined;
    if (this.#state !== 'closed') this.#step('close');
    this.#abandonFrames();
    this.#rejectConnecting?.(new NotConnected('The gateway was closed before READY'));
    await connection?.close();
  }

  /** What still waits has nowhere to go. */
  #abandonFrames(): void {
    const frames = this.#outbox.close();
    if (frames > 0) this.setup.log.warn({ frames }, 'gateway: frames were still waiting when it closed');
  }

  #step(step: GatewayStep, facts: Pick<GatewayStateChange, 'cause' | 'retryInMs'> = {}): void {
    const from = this.#state;
    const to = transitions[from][step];
    if (!to) throw new Error(`A gateway that is ${from} cannot take the step "${step}"`);
    this.#state = to;
    if (from !== to || facts.cause) this.#tell({ from, to, ...facts });
  }

  #tell(change: GatewayStateChange): void {
    logChange(this.setup.log, change);
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.setup.log.error(
          { err: error, from: change.from, to: change.to },
          'a listener of the gateway state failed',
        );
      }
    }
  }
}

function logChange(log: Logger, { from, to, cause, retryInMs }: GatewayStateChange): void {
  const again = retryInMs !== undefined && { retryInMs: Math.round(retryInMs) };
  const facts = { from, to, ...(cause && inBrief(cause)), ...again };
  if (!cause) log[to === 'ready' ? 'info' : 'debug'](facts, `gateway: ${to}`);
  else if (to === 'closed') log.fatal(facts, 'gateway: refused for good');
  else if (to === 'failing' && from !== to) log.error(facts, 'gateway: no READY for long; it is tried on and on');
  else log.warn(facts, 'gateway: lost, trying again');
}

/** Connections are lost all the time: where in the code that was noticed tells nobody anything. */
function inBrief({ code, message, cause }: BotwrightError): { readonly code: string; readonly why: string } {
  return { code, why: cause instanceof Error ? `${message} (${cause.message})` : message };
}
