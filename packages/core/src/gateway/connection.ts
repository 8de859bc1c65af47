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
import type { GatewayOptions } from './options.js';
import { GatewaySocket, type SocketEnd } from './socket.js';
import type { GatewayStats } from './stats.js';

/** Takes an event: its name, the bytes of its frame, and the frame itself when it had to be parsed to learn the name. */
export type EventSink = (kind: string, bytes: Buffer, parsed?: Frame) => void;

export interface ConnectionHandlers {
  opened(): void;
  ready(ready: Ready): void;
  event: EventSink;
  /** Called once, and nothing is called after it. Not called after `close`. */
  lost(cause: BotwrightError): void;
}

export interface ConnectionSetup {
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly options: Required<GatewayOptions>;
  readonly stats: GatewayStats;
}

/** One connection, from opening the socket over READY and heartbeats to its one end. */
export class Connection {
  readonly #socket: GatewaySocket;
  #isOpen = false;
  #heartbeat: Heartbeat | undefined;
  #readyTimer: Timer | undefined;
  #onClosed: (() => void) | undefined;

  constructor(
    private readonly setup: ConnectionSetup,
    private readonly handlers: ConnectionHandlers,
  ) {
    setup.stats.attempts += 1;
    this.#socket = new GatewaySocket(setup.url, authorization(setup.token), setup.options.handshakeTimeoutMs, {
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

  send(text: string): void {
    this.setup.stats.framesSent += 1;
    this.#socket.send(text);
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
    this.#isOpen = true;
    this.#readyTimer = clock.setTimeout(
      () => this.#giveUp(new ReadyTimeout(options.readyTimeoutMs)),
      options.readyTimeoutMs,
    );
    this.handlers.opened();
  }

  #text(bytes: Buffer): void {
    this.setup.stats.framesReceived += 1;
    this.#heartbeat?.heard();
    const kind = peekKind(bytes);
    if (kind !== undefined) {
      this.#frame(kind, bytes);
      return;
    }
    const parsed = parseFrame(bytes);
    if (parsed) this.#frame(parsed.t, bytes, parsed);
    else this.setup.stats.framesIgnored += 1;
  }

  #frame(kind: string, bytes: Buffer, parsed?: Frame): void {
    if (this.#onClosed || kind === heartbeatAckKind) return;
    if (kind === readyKind) this.#ready((parsed ?? parseFrame(bytes))?.d);
    else if (this.#heartbeat) this.handlers.event(kind, bytes, parsed);
    // READY comes first; what comes earlier belongs to nobody.
    else this.setup.stats.framesIgnored += 1;
  }

  #ready(payload: unknown): void {
    const read = Ready.safeParse(payload);
    if (!read.success) {
      this.setup.stats.eventsUnreadable += 1;
      // On a connection that stands it is news about the teams, and not worth the connection.
      if (!this.#heartbeat) this.#giveUp(new EventUnreadable(readyKind, firstProblem(read.error)));
      return;
    }
    this.#stopTimers();
    this.#heartbeat = new Heartbeat(this.setup.clock, heartbeatInterval(read.data.heartbeatIntervalMs), {
      beat: () => this.#beat(),
      silent: () => this.#giveUp(new ConnectionLost('nothing came for two heartbeat intervals')),
    });
    this.#heartbeat.start();
    this.setup.stats.readies += 1;
    this.handlers.ready(read.data);
  }

  #beat(): void {
    this.setup.stats.heartbeatsSent += 1;
    this.send('{"t":"HEARTBEAT","d":{}}');
  }

  /** This side ends the connection. */
  #giveUp(cause: BotwrightError): void {
    this.#stopTimers();
    this.#socket.drop();
    this.handlers.lost(cause);
  }

  #ended(end: SocketEnd): void {
    this.#stopTimers();
    if (this.#onClosed) this.#onClosed();
    else this.handlers.lost(causeOf(end, this.setup.clock.now()));
  }

  #stopTimers(): void {
    this.#heartbeat?.stop();
    this.setup.clock.clearTimeout(this.#readyTimer);
  }
}

function causeOf(end: SocketEnd, now: number): ConnectionRefused | ConnectionLost {
  switch (end.kind) {
    case 'closed':
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
