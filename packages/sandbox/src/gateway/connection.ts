import type { UserId } from '@botwright/protocol';
import type { WebSocket } from 'ws';

/** How long a peer may take to answer a close frame before it is cut off. */
const closeGraceMs = 1000;

/** What may wait for a peer that does not read before it is cut off. */
const maxBacklogBytes = 64 * 1024 * 1024;

/** One open socket of a known user. */
export class Connection {
  readonly userId: UserId;
  readonly #socket: WebSocket;
  readonly #idle: NodeJS.Timeout;

  constructor(socket: WebSocket, userId: UserId, idle: { timeoutMs: number; onTimeout: () => void }) {
    this.userId = userId;
    this.#socket = socket;
    this.#idle = setTimeout(idle.onTimeout, idle.timeoutMs);
  }

  send(text: string): void {
    if (this.#socket.bufferedAmount > maxBacklogBytes) this.#socket.terminate();
    else this.#socket.send(text);
  }

  /** A heartbeat came: the idle time starts anew. */
  beat(): void {
    this.#idle.refresh();
  }

  end(code: number, reason: string): void {
    this.release();
    endSocket(this.#socket, code, reason);
  }

  /** Lets go of what the connection holds once its socket is gone. */
  release(): void {
    clearTimeout(this.#idle);
  }
}

/** Closes a socket, with or without its peer. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  const cutOff = setTimeout(() => socket.terminate(), closeGraceMs);
  socket.once('close', () => clearTimeout(cutOff));
  socket.close(code, reason);
}
