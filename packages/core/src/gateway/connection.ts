import type { Clock, Timer } from '@botwright/clock';
import {
  authorization,
  type Frame,
  firstProblem,
  heartbeatAckKind,
  mayReconnect,
  Ready,
  readyKind,
} from '@botwright/protocol';
import { type BotwrightError, ConnectionLost, ConnectionRefused, EventUnreadable, ReadyTimeout } from '../errors.js';
import { retryAfterMs } from '../rest/retry-after.js';
import { parseFrame, peekKind } from './frame.js';
import { Heartbeat, heartbeatInterval } from './heartbeat.js';
import type { FrameObservers } from './observers.js';
import type { GatewayOptions } from './options.js';
import { GatewaySocket, type SocketEnd } from './socket.js';
import type { GatewayStats, LossKind } from './stats.js';

/** Takes an event: its name, the bytes of its frame, and the frame itself when it had to be parsed to learn the name. */
export type EventSink = (kind: string, bytes: Buffer, parsed?: Frame) => void;

export interface ConnectionHandlers {
  opened(): void;
  ready(ready: Ready): void;
  event: EventSink;
  /** A heartbeat was answered, so many milliseconds after it went out. */
  answered(latencyMs: number): void;
  /** Called once, and nothing is called after it. Not called after `close`. */
  lost(cause: BotwrightError): void;
}

export interface ConnectionSetup {
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly options: Required<GatewayOptions>;
  readonly stats: GatewayStats;
  readonly observers: FrameObservers;
}

/** A server may ask for a heartbeat by the frame that clients send; the service is not known to do it. */
const heartbeatKind = 'HEARTBEAT';

/** One connection, from opening the socket over READY and heartbeats to its one end. */
export class Connection {
  readonly #socket: GatewaySocket;
  #isOpen = false;
  #heartbeat: Heartbeat | undefined;
  /** Until READY came: the time that the present stage may take. */
  #stageTimer: Timer | undefined;
  #onClosed: (() => void) | undefined;

  constructor(
    private readonly setup: ConnectionSetup,
    private readonly handlers: ConnectionHandlers,
  ) {
    const { handshakeTimeoutMs } = setup.options;
    setup.stats.attempts += 1;
    // The socket itself only notices that nothing comes at all, not that an answer drips in.
    this.#stageTimer = setup.clock.setTimeout(() => this.#abandonHandshake(handshakeTimeoutMs), handshakeTimeoutMs);
    this.#socket = new GatewaySocket(setup.url, authorization(setup.token), handshakeTimeoutMs, {
      opened: () => this.#opened(),
      text: (bytes) => this.#text(bytes),
      binary: () => {
        setup.stats.framesIgnored += 1;
        this.#heartbeat?.heard();
      },
      control: () => this.#heartbeat?.heard(),
      ended: (end) => this.#ended(end),
    });
  }

  /** @param taken - Called when the machine has taken the frame; never, when the connection is lost before. */
  send(kind: string, text: string, taken?: () => void): void {
    this.setup.stats.framesSent += 1;
    this.#socket.send(text, taken);
    this.setup.observers.tell?.('out', kind, text);
  }

  /** Closes in order, and by force when the other side does not answer. */
  close(): Promise<void> {
    this.#stopTimers();
    if (!this.#isOpen) {
      this.#socket.drop();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#onClosed = resolve;
      this.#socket.close(1000);
    });
  }

  #opened(): void {
    const { clock, options } = this.setup;
    const { readyTimeoutMs } = options;
    this.#isOpen = true;
    clock.clearTimeout(this.#stageTimer);
    this.#stageTimer = clock.setTimeout(
      () => this.#giveUp('noReady', new ReadyTimeout(readyTimeoutMs)),
      readyTimeoutMs,
    );
    this.handlers.opened();
  }

  #text(bytes: Buffer): void {
    this.setup.stats.framesReceived += 1;
    this.#heartbeat?.heard();
    const peeked = peekKind(bytes);
    const parsed = peeked === undefined ? parseFrame(bytes) : undefined;
    const kind = peeked ?? parsed?.t;
    this.setup.observers.tell?.('in', kind, bytes);
    if (kind === undefined) this.setup.stats.framesIgnored += 1;
    else this.#frame(kind, bytes, parsed);
  }

  #frame(kind: string, bytes: Buffer, parsed: Frame | undefined): void {
    if (this.#onClosed) return;
    if (kind === readyKind) this.#ready((parsed ?? parseFrame(bytes))?.d);
    // READY comes first; what comes earlier belongs to nobody.
    else if (!this.#heartbeat) this.setup.stats.framesIgnored += 1;
    else if (kind === heartbeatAckKind) this.#answered(this.#heartbeat);
    else if (kind === heartbeatKind) this.#heartbeat.beatNow();
    else this.handlers.event(kind, bytes, parsed);
  }

  #answered(heartbeat: Heartbeat): void {
    const latencyMs = heartbeat.answered();
    if (latencyMs !== undefined) this.handlers.answered(latencyMs);
  }

  #ready(payload: unknown): void {
    // Once a connection: what zod would compile for it costs more than it saves.
    const read = Ready.safeParse(payload, { jitless: true });
    if (!read.success) {
      this.setup.stats.eventsUnreadable += 1;
      // On a connection that stands it is news about the teams, and not worth the connection.
      if (!this.#heartbeat) this.#giveUp('noReady', new EventUnreadable(readyKind, firstProblem(read.error)));
      return;
    }
    this.#stopTimers();
    this.#heartbeat = new Heartbeat(this.setup.clock, heartbeatInterval(read.data.heartbeatIntervalMs), {
      beat: () => this.#beat(),
      silent: () => this.#giveUp('silence', new ConnectionLost('nothing came for two heartbeat intervals')),
    });
    this.#heartbeat.start();
    this.setup.stats.readies += 1;
    this.handlers.ready(read.data);
  }

  #beat(): void {
    this.setup.stats.heartbeatsSent += 1;
    this.send(heartbeatKind, '{"t":"HEARTBEAT","d":{}}');
  }

  #abandonHandshake(timeoutMs: number): void {
    this.#giveUp('network', new ConnectionLost(`the handshake was not answered within ${timeoutMs} ms`));
  }

  /** This side ends the connection. */
  #giveUp(kind: LossKind, cause: BotwrightError): void {
    this.#socket.drop();
    this.#lost(kind, cause);
  }

  #ended(end: SocketEnd): void {
    if (!this.#onClosed) {
      this.#lost(kindOf(end), causeOf(end, this.setup.clock.now()));
      return;
    }
    this.#stopTimers();
    this.#onClosed();
  }

  #lost(kind: LossKind, cause: BotwrightError): void {
    this.#stopTimers();
    this.setup.stats.losses[kind] += 1;
    this.handlers.lost(cause);
  }

  #stopTimers(): void {
    this.#heartbeat?.stop();
    this.setup.clock.clearTimeout(this.#stageTimer);
  }
}

/** Stands for a close that nobody sent. */
const brokenOff = 1006;

function kindOf(end: SocketEnd): LossKind {
  if (end.kind === 'refused') return 'handshake';
  return end.kind === 'closed' && end.code !== brokenOff ? 'closed' : 'network';
}

function causeOf(end: SocketEnd, now: number): ConnectionRefused | ConnectionLost {
  switch (end.kind) {
    case 'closed':
      if (end.code === brokenOff) return new ConnectionLost('it broke off');
      if (!mayReconnect(end.code)) return new ConnectionRefused({ closeCode: end.code });
      return new ConnectionLost(`it was closed with ${[end.code, end.reason].join(' ').trim()}`, {
        closeCode: end.code,
      });
    case 'refused':
      if (end.status === 401 || end.status === 403) return new ConnectionRefused({ status: end.status });
      return new ConnectionLost(`the handshake was answered with HTTP ${end.status}`, {
        status: end.status,
        retryAfterMs: retryAfterMs(end.headers, now),
      });
    case 'failed':
      return new ConnectionLost('the network failed', { cause: end.cause });
  }
}
