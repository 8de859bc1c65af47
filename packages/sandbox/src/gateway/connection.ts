import type { Duplex } from 'node:stream';
import type { Clock, Timer } from '@botwright/clock';
import type { UserId } from '@botwright/protocol';
import type { WebSocket } from 'ws';

/** How long a peer may take to answer a close frame before it is cut off. */
const closeGraceMs = 1000;

/** What may wait for a peer that does not read before it is cut off. */
const maxBacklogBytes = 64 * 1024 * 1024;

/** How a connection learns that it has been idle for too long. */
interface Idle {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly onTimeout: () => void;
}

/** One open socket of a known user. */
export class Connection {
  readonly userId: UserId;
  /** Under the socket: what can be cut. */
  readonly stream: Duplex;
  readonly #socket: WebSocket;
  readonly #idle: Idle;
  #timer: Timer;

  constructor(socket: WebSocket, stream: Duplex, userId: UserId, idle: Idle) {
    this.userId = userId;
    this.stream = stream;
    this.#socket = socket;
    this.#idle = idle;
    this.#timer = idle.clock.setTimeout(idle.onTimeout, idle.timeoutMs);
  }

  /** Sends text; bytes go out as a binary frame unless they are to pass for text. */
  send(data: string | Buffer, { binary = typeof data !== 'string' }: { readonly binary?: boolean } = {}): void {
    if (this.#socket.bufferedAmount > maxBacklogBytes) this.#socket.terminate();
    else this.#socket.send(data, { binary });
  }

  /** A heartbeat came: the idle time starts anew. */
  beat(): void {
    const { clock, onTimeout, timeoutMs } = this.#idle;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(onTimeout, timeoutMs);
  }

  end(code: number, reason: string): void {
    this.release();
    endSocket(this.#socket, code, reason);
  }

  /** Lets go of what the connection holds once its socket is gone. */
  release(): void {
    this.#idle.clock.clearTimeout(this.#timer);
  }
}

/** Closes a socket, with or without its peer. By the machine's clock: a clock that stands still must not keep it open. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  const cutOff = setTimeout(() => socket.terminate(), closeGraceMs);
  socket.once('close', () => clearTimeout(cutOff));
  socket.close(code, reason);
}
