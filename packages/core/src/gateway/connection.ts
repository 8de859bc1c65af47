import type { Clock, Timer } from '@botwright/clock';
import type { Frame, Ready } from '@botwright/protocol';
import {
  authorization,
  frameNumberMember,
  heartbeatAckKind,
  mayReconnect,
  readyKind,
  Unreadable,
} from '@botwright/protocol/facts';
import { type BotwrightError, ConnectionLost, ConnectionRefused, EventUnreadable, ReadyTimeout } from '../errors.js';
import { retryAfterMs } from '../rest/retry-after.js';
import type { TurnTime } from '../turn-time.js';
import { FrameNumbers, type Misnumbered } from './frame-numbers.js';
import { Heartbeat, heartbeatInterval } from './heartbeat.js';
import type { FrameObservers } from './observers.js';
import type { GatewayOptions } from './options.js';
import { GatewaySocket, type SocketEnd } from './socket.js';
import type { GatewayStats, LossKind } from './stats.js';
import type { TextFrame } from './text-frame.js';

/** Takes an event: its name, its frame, and what the frame says when it had to be parsed to learn name or number. */
export type EventSink = (kind: string, frame: TextFrame, parsed?: Frame) => void;

export interface ConnectionHandlers {
  opened(): void;
  ready(ready: Ready): void;
  event: EventSink;
  /** A frame's number says that something may have been missed. Called before what the frame brings. */
  misnumbered(misnumbered: Misnumbered): void;
  /** A heartbeat was answered, so many milliseconds after it went out. */
  answered(latencyMs: number): void;
  /** Called once, and nothing is called after it. Not called after `close`. */
  lost(cause: BotwrightError): void;
}

export interface ConnectionSetup {
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly turn: TurnTime;
  readonly options: Required<GatewayOptions>;
  readonly stats: GatewayStats;
  readonly observers: FrameObservers;
  readonly readReady: (payload: unknown) => Ready | Unreadable;
}

/** A server may ask for a heartbeat by the frame that clients send; the service is not known to do it. */
const heartbeatKind = 'HEARTBEAT';

/** One connection, from opening the socket over READY and heartbeats to its one end. */
export class Connection {
  readonly #socket: GatewaySocket;
  #isOpen = false;
  #heartbeat: Heartbeat | undefined;
  /** Undefined where frames have no numbers, or none to be believed. */
  #numbers: FrameNumbers | undefined;
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
      arrived: () => this.#arrived(),
      text: (frame) => this.#text(frame),
      binary: () => {
        setup.stats.framesIgnored += 1;
      },
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

  #arrived(): void {
    const { turn } = this.setup;
    turn.begin();
    this.#heartbeat?.heard(turn.lately());
  }

  #text(frame: TextFrame): void {
    this.setup.stats.framesReceived += 1;
    this.#heartbeat?.heard(this.setup.turn.lately());
    const peeked = frame.kind;
    const parsed = peeked === undefined ? frame.parse() : undefined;
    const kind = peeked ?? parsed?.t;
    const { tell } = this.setup.observers;
    // What is no UTF-8 is no text: the connection fails of it.
    if (tell !== undefined && frame.isValid) tell('in', kind, frame.bytes);
    if (kind === undefined) this.setup.stats.framesIgnored += 1;
    else this.#frame(kind, frame, parsed);
  }

  #frame(kind: string, frame: TextFrame, parsed: Frame | undefined): void {
    if (this.#onClosed) return;
    if (this.#numbers === undefined) this.#take(kind, frame, parsed);
    else this.#takeNumbered(this.#numbers, kind, frame, parsed ?? frame.parse(kind));
  }

  /** Numbers stand anywhere in a frame, so each has to be parsed, even those that nobody listens to. */
  #takeNumbered(numbers: FrameNumbers, kind: string, frame: TextFrame, parsed: Frame | undefined): void {
    const number = numberOf(parsed);
    // Those of the connection itself may go without: they are no events.
    const misnumbered = mayLackNumber(kind) && number === undefined ? undefined : numbers.take(number);
    if (misnumbered) {
      this.setup.stats.framesMisnumbered[misnumbered.fault] += 1;
      if (!misnumbered.isBelieved) this.#numbers = undefined;
      this.handlers.misnumbered(misnumbered);
    }
    this.#take(kind, frame, parsed);
  }

  #take(kind: string, frame: TextFrame, parsed: Frame | undefined): void {
    if (kind === readyKind) this.#ready(parsed ?? frame.parse());
    // READY comes first; what comes earlier belongs to nobody.
    else if (!this.#heartbeat) this.setup.stats.framesIgnored += 1;
    else if (kind === heartbeatAckKind) this.#answered(this.#heartbeat);
    else if (kind === heartbeatKind) this.#heartbeat.beatNow();
    else this.handlers.event(kind, frame, parsed);
  }

  #answered(heartbeat: Heartbeat): void {
    const latencyMs = heartbeat.answered();
    if (latencyMs !== undefined) this.handlers.answered(latencyMs);
  }

  #ready(frame: Frame | undefined): void {
    const ready = this.setup.readReady(frame?.d);
    if (ready instanceof Unreadable) {
      this.setup.stats.eventsUnreadable += 1;
      // On a connection that stands it is news about the teams, and not worth the connection.
      if (!this.#heartbeat) this.#giveUp('noReady', new EventUnreadable(readyKind, ready.problem));
      return;
    }
    if (!this.#heartbeat) this.#numbers = numbersAfter(frame);
    // Begun anew with each, a flood of them would be a flood of heartbeats.
    this.#heartbeat ??= this.#startHeartbeat(ready);
    this.setup.stats.readies += 1;
    this.handlers.ready(ready);
  }

  #startHeartbeat(ready: Ready): Heartbeat {
    this.#stopTimers();
    const heartbeat = new Heartbeat(this.setup.clock, heartbeatInterval(ready.heartbeatIntervalMs), {
      beat: () => this.#beat(),
      silent: () => this.#giveUp('silence', new ConnectionLost('nothing came for two heartbeat intervals')),
    });
    heartbeat.start();
    return heartbeat;
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

/** The numbers of a connection whose first READY has one; undefined when it has none. */
function numbersAfter(ready: Frame | undefined): FrameNumbers | undefined {
  const first = numberOf(ready);
  return Number.isSafeInteger(first) ? new FrameNumbers(first as number) : undefined;
}

/** Undefined when it has none. */
function numberOf(frame: Frame | undefined): unknown {
  return (frame as Record<string, unknown> | undefined)?.[frameNumberMember] ?? undefined;
}

function mayLackNumber(kind: string): boolean {
  return kind === readyKind || kind === heartbeatAckKind || kind === heartbeatKind;
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
