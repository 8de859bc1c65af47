import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '@botwright/clock';
import {
  type ChannelId,
  closeCodes,
  heartbeatAckKind,
  type Ready,
  readyKind,
  type User,
  type UserId,
} from '@botwright/protocol';
import { type RawData, type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { setPresence, startTyping } from '../changes/presence.js';
import { cutOff } from '../faults/cut-off.js';
import type { FaultBoard } from '../faults/fault-board.js';
import { FrameFaults, type OutgoingFrame } from '../faults/frame-faults.js';
import { asJson, type Ledger } from '../ledger.js';
import { mayView } from '../permissions.js';
import type { WorldEvent } from '../world/change.js';
import { privateChannel } from '../world/message-channel.js';
import { existing } from '../world/state.js';
import { asClientUser } from '../world/views.js';
import type { World } from '../world/world.js';
import { Connection, endSocket } from './connection.js';
import { type ReceivedFrame, readFrame } from './frame.js';
import { callerOfHandshake, gatewayVersion, personSubprotocol } from './handshake.js';
import { refuseUpgrade } from './refuse-upgrade.js';

export interface GatewayOptions {
  readonly heartbeatIntervalMs: number;
  readonly idleTimeoutMs: number;
}

export interface GatewayParts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly faults: FaultBoard;
}

/** A frame that is sent as it is, whether it is one or not. Bytes go out as a binary frame unless they pass for text. */
export type RawFrame = { readonly text: string } | { readonly bytes: Buffer; readonly as: 'text' | 'binary' };

const maxFrameBytes = 1024 * 1024;

// The types of ws do not know `maxPendingAutoPongs` yet.
const handshakeOptions: ServerOptions & { maxPendingAutoPongs: number } = {
  noServer: true,
  clientTracking: false,
  maxPayload: maxFrameBytes,
  // ws ends a connection on which 61 pings come at once, which RFC 6455 allows.
  maxPendingAutoPongs: 10_000,
  perMessageDeflate: false,
  handleProtocols: (offered) => offered.has(personSubprotocol) && personSubprotocol,
};

const heartbeatAck = JSON.stringify({ t: heartbeatAckKind, d: {} });

type CloseCode = keyof typeof closeCodes;

/** The event stream: every connection gets every event that may reach its user, all in the same order. */
export class Gateway {
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #board: FaultBoard;
  readonly #faults: FrameFaults;
  readonly #options: GatewayOptions;
  /** By which fault rule a connection was ended. */
  readonly #endedBy = new WeakMap<Connection, string>();
  readonly #connections = new Set<Connection>();
  readonly #handshakes = new WebSocketServer(handshakeOptions);

  constructor({ world, ledger, clock, faults }: GatewayParts, options: GatewayOptions) {
    this.#world = world;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#board = faults;
    this.#faults = new FrameFaults(faults, clock, {
      isOpen: (connection) => this.#connections.has(connection),
      send: (connection, frame, fault) => this.#write(connection, frame, fault),
      lose: (connection, frame, fault) => this.#note(connection, frame, fault),
      close: (connection, code, fault) => this.#endByFault(connection, fault, () => connection.end(code, 'a fault')),
      cut: (connection, fault) => this.#endByFault(connection, fault, () => cutOff(connection.stream)),
    });
    this.#options = options;
  }

  /** Finishes a handshake on one of the gateway's paths; who may not stay learns it by a close code. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.#board.touchesFrames && this.#isRefusedByFault(request, stream)) return;
    this.#handshakes.handleUpgrade(request, stream, head, (socket) => {
      // The close that follows an error is written down with its code.
      socket.on('error', () => undefined);
      this.#greet(socket, stream, request);
    });
  }

  deliver({ kind, data, reaches }: WorldEvent): void {
    const text = JSON.stringify({ t: kind, d: data });
    for (const connection of this.#connections) {
      if (reaches(connection.userId)) this.#send(connection, kind, text);
    }
  }

  /** The fault rules are others now; some strike what is open already. */
  faultsChanged(): void {
    this.#faults.renew();
    for (const connection of this.#connections) this.#faults.meet(connection);
  }

  /** Sends something to every connection of a user. @returns how many those are. */
  push(userId: UserId, frame: RawFrame, event: string | null): number {
    const own = [...this.#connections].filter((connection) => connection.userId === userId);
    const body = 'text' in frame ? asJson(frame.text) : JSON.stringify({ base64: frame.bytes.toString('base64') });
    for (const connection of own) {
      this.#ledger.write({ kind: 'frame-out', event, by: userId }, body);
      if ('text' in frame) connection.send(frame.text);
      else connection.send(frame.bytes, { binary: frame.as === 'binary' });
    }
    return own.length;
  }

  /** Closes every connection, without the world hearing of it. */
  closeAll(code: number, reason: string): void {
    const connections = [...this.#connections];
    this.#connections.clear();
    for (const connection of connections) connection.end(code, reason);
  }

  #greet(socket: WebSocket, stream: Duplex, request: IncomingMessage): void {
    const caller = callerOfHandshake(this.#world.view, request);
    if (gatewayVersion(request.url) === 'unsupported') this.#refuse(socket, 4003);
    else if (caller) this.#open(socket, stream, caller);
    else this.#refuse(socket, 4000);
  }

  #refuse(socket: WebSocket, code: CloseCode): void {
    const { name: reason } = closeCodes[code];
    this.#ledger.write({ kind: 'close', by: null, code, reason });
    endSocket(socket, code, reason);
  }

  #open(socket: WebSocket, stream: Duplex, { id: userId }: User): void {
    const connection: Connection = new Connection(socket, stream, userId, {
      clock: this.#clock,
      timeoutMs: this.#options.idleTimeoutMs,
      onTimeout: () => this.#leave(connection, 4001),
    });
    socket.on('message', (data, isBinary) => this.#receive(connection, data, isBinary));
    socket.on('close', (code, reason) => this.#closed(connection, code, reason.toString()));
    this.#ledger.write({ kind: 'open', by: userId });
    if (existing(this.#world.view.accounts, userId).user.presence === 0) {
      this.#world.apply(setPresence(userId, 1, 'others'));
    }
    this.#connections.add(connection);
    if (this.#board.touchesFrames) this.#faults.meet(connection);
    if (this.#endedBy.has(connection)) return;
    this.#send(connection, readyKind, JSON.stringify({ t: readyKind, d: this.#ready(userId) }));
  }

  #isRefusedByFault(request: IncomingMessage, stream: Duplex): boolean {
    const by = callerOfHandshake(this.#world.view, request)?.id ?? null;
    const strike = this.#board.strikeConnection('handshake', by);
    if (!strike || !('refuse' in strike.fault)) return false;
    const status = strike.fault.refuse;
    this.#ledger.write({ kind: 'refuse', by, status, fault: strike.id });
    refuseUpgrade(stream, { status, body: { success: false, message: 'a fault rule refuses this', code: 'FAULT' } });
    return true;
  }

  #ready(userId: UserId): Ready {
    const { accounts, teams } = this.#world.view;
    const own = [...teams.values()].filter(({ members }) => members.has(userId));
    return {
      user: asClientUser(existing(accounts, userId).user),
      teams: own.map(({ team }) => team),
      heartbeatIntervalMs: this.#options.heartbeatIntervalMs,
    };
  }

  #receive(connection: Connection, data: RawData, isBinary: boolean): void {
    // A peer may go on sending until it has read the close frame; its user may be gone with the world by then.
    if (!this.#connections.has(connection)) return;
    const frame = isBinary ? undefined : readFrame(data.toString());
    this.#ledger.write(
      { kind: 'frame-in', event: frame?.kind ?? null, by: connection.userId },
      frame && JSON.stringify({ t: frame.kind, d: frame.data }),
    );
    if (frame) this.#act(connection, frame);
    else this.#leave(connection, 4002);
  }

  #act(connection: Connection, { kind, data }: ReceivedFrame): void {
    switch (kind) {
      case 'HEARTBEAT':
        connection.beat();
        this.#send(connection, heartbeatAckKind, heartbeatAck);
        break;
      case 'PRESENCE_UPDATE':
        this.#world.apply(setPresence(connection.userId, data.presence, 'everybody'));
        break;
      case 'CHANNEL_TYPING':
        this.#type(connection.userId, data.channelId);
        break;
    }
  }

  /** Typing where one sees nothing reaches nobody, and costs nothing. */
  #type(userId: UserId, channelId: ChannelId): void {
    const { channels, directMessages } = this.#world.view;
    const channel = channels.get(channelId);
    if (channel && mayView(this.#world.view, channel, userId)) this.#world.apply(startTyping(channel, userId));
    else if (directMessages.get(channelId)?.users.includes(userId)) {
      this.#world.apply(startTyping(privateChannel(channelId), userId));
    }
  }

  #send(connection: Connection, kind: string, text: string): void {
    const frame = { kind, text };
    if (this.#board.touchesFrames && this.#faults.pass(connection, frame) === 'handled') return;
    this.#write(connection, frame);
  }

  #write(connection: Connection, frame: OutgoingFrame, fault?: string): void {
    this.#note(connection, frame, fault);
    connection.send(frame.text);
  }

  #note({ userId: by }: Connection, { kind: event, text }: OutgoingFrame, fault?: string): void {
    this.#ledger.write({ kind: 'frame-out', event, by, ...(fault !== undefined && { fault }) }, text);
  }

  #endByFault(connection: Connection, fault: string, end: () => void): void {
    this.#endedBy.set(connection, fault);
    end();
    this.#forget(connection);
  }

  #leave(connection: Connection, code: CloseCode): void {
    connection.end(code, closeCodes[code].name);
    this.#forget(connection);
  }

  #closed(connection: Connection, code: number, reason: string): void {
    connection.release();
    const fault = this.#endedBy.get(connection);
    this.#ledger.write({ kind: 'close', by: connection.userId, code, reason, ...(fault !== undefined && { fault }) });
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    this.#faults.forget(connection);
    if (!this.#connections.delete(connection)) return;
    const { userId } = connection;
    const isLast = ![...this.#connections].some((other) => other.userId === userId);
    if (isLast) this.#world.apply(setPresence(userId, 0, 'others'));
  }
}
