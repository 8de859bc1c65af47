import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type ChannelId,
  closeCodes,
  heartbeatAckKind,
  type Ready,
  readyKind,
  type User,
  type UserId,
} from '@botwright/protocol';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { setPresence, startTyping } from '../changes/presence.js';
import type { Ledger } from '../ledger.js';
import { mayView } from '../permissions.js';
import type { WorldEvent } from '../world/change.js';
import { existing } from '../world/state.js';
import { asClientUser } from '../world/views.js';
import type { World } from '../world/world.js';
import { Connection, endSocket } from './connection.js';
import { type ReceivedFrame, readFrame } from './frame.js';
import { callerOfHandshake, gatewayVersion, personSubprotocol } from './handshake.js';

export interface GatewayOptions {
  readonly heartbeatIntervalMs: number;
  readonly idleTimeoutMs: number;
}

const maxFrameBytes = 1024 * 1024;

const heartbeatAck = JSON.stringify({ t: heartbeatAckKind, d: {} });

type CloseCode = keyof typeof closeCodes;

/** The event stream: every connection gets every event that may reach its user, all in the same order. */
export class Gateway {
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #options: GatewayOptions;
  readonly #connections = new Set<Connection>();
  readonly #handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(personSubprotocol) && personSubprotocol,
  });

  constructor(world: World, ledger: Ledger, options: GatewayOptions) {
    this.#world = world;
    this.#ledger = ledger;
    this.#options = options;
  }

  /** Finishes a handshake on one of the gateway's paths; who may not stay learns it by a close code. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#handshakes.handleUpgrade(request, stream, head, (socket) => {
      // The close that follows an error is written down with its code.
      socket.on('error', () => undefined);
      this.#greet(socket, request);
    });
  }

  deliver({ kind, data, reaches }: WorldEvent): void {
    const text = JSON.stringify({ t: kind, d: data });
    for (const connection of this.#connections) {
      if (reaches(connection.userId)) this.#send(connection, kind, text);
    }
  }

  /** Closes every connection, without the world hearing of it. */
  closeAll(code: number, reason: string): void {
    const connections = [...this.#connections];
    this.#connections.clear();
    for (const connection of connections) connection.end(code, reason);
  }

  #greet(socket: WebSocket, request: IncomingMessage): void {
    const caller = callerOfHandshake(this.#world.view, request);
    if (gatewayVersion(request.url) === 'unsupported') this.#refuse(socket, 4003);
    else if (caller) this.#open(socket, caller);
    else this.#refuse(socket, 4000);
  }

  #refuse(socket: WebSocket, code: CloseCode): void {
    const { name: reason } = closeCodes[code];
    this.#ledger.write({ kind: 'close', by: null, code, reason });
    endSocket(socket, code, reason);
  }

  #open(socket: WebSocket, { id: userId }: User): void {
    const connection: Connection = new Connection(socket, userId, {
      timeoutMs: this.#options.idleTimeoutMs,
      onTimeout: () => this.#leave(connection, 4001),
    });
    socket.on('message', (data, isBinary) => this.#receive(connection, data, isBinary));
    socket.on('close', (code, reason) => this.#closed(connection, code, reason.toString()));
    this.#ledger.write({ kind: 'open', by: userId });
    if (existing(this.#world.view.accounts, userId).user.presence === 0) {
      this.#world.apply(setPresence(userId, 1, 'others'));
    }
    this.#send(connection, readyKind, JSON.stringify({ t: readyKind, d: this.#ready(userId) }));
    this.#connections.add(connection);
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
    const channel = this.#world.view.channels.get(channelId);
    if (channel && mayView(this.#world.view, channel, userId)) this.#world.apply(startTyping(channel, userId));
  }

  #send(connection: Connection, event: string, text: string): void {
    this.#ledger.write({ kind: 'frame-out', event, by: connection.userId }, text);
    connection.send(text);
  }

  #leave(connection: Connection, code: CloseCode): void {
    connection.end(code, closeCodes[code].name);
    this.#forget(connection);
  }

  #closed(connection: Connection, code: number, reason: string): void {
    connection.release();
    this.#ledger.write({ kind: 'close', by: connection.userId, code, reason });
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    const { userId } = connection;
    const isLast = ![...this.#connections].some((other) => other.userId === userId);
    if (isLast) this.#world.apply(setPresence(userId, 0, 'others'));
  }
}
