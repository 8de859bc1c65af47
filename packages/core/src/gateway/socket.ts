import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import { FrameShortcut } from './frame-shortcut.js';
import { TextFrame } from './text-frame.js';

/** How a socket came to its end. */
export type SocketEnd =
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: number; readonly headers: IncomingMessage['headers'] }
  | { readonly kind: 'failed'; readonly cause: Error };

export interface SocketHandlers {
  opened(): void;
  /** Something came, if only a part of a frame. Called before what it brings. */
  arrived(): void;
  /** A text frame, whole. */
  text(frame: TextFrame): void;
  /** A binary frame, which the service has no use for. */
  binary(): void;
  /** Called once, and nothing is called after it. */
  ended(end: SocketEnd): void;
}

const longestFrame = 8 * 1024 * 1024;
/** How long the other side may take over its part of a close; ws alone would give it 30 s. */
const closeTimeoutMs = 1_000;

/** One WebSocket. It reports its end exactly once, and nothing at all once it was dropped. */
export class GatewaySocket {
  readonly #socket: WebSocket;
  #handlers: SocketHandlers | undefined;
  #failure: Error | undefined;
  #unansweredPing: Buffer | undefined;
  #shortcut: FrameShortcut | undefined;

  constructor(url: string, authorization: string, handshakeTimeoutMs: number, handlers: SocketHandlers) {
    this.#handlers = handlers;
    // The types of ws do not know `closeTimeout` yet.
    const options: ClientOptions & { closeTimeout: number } = {
      headers: { authorization },
      handshakeTimeout: handshakeTimeoutMs,
      closeTimeout: closeTimeoutMs,
      maxPayload: longestFrame,
      perMessageDeflate: false,
      // ws ends a connection on which 61 pings come at once, as they do after the process was busy for a while.
      autoPong: false,
    };
    this.#socket = new WebSocket(url, options);
    this.#listen();
  }

  /** @param taken - Called when the machine has taken it; never, when the connection is lost before. */
  send(text: string, taken?: () => void): void {
    if (!taken) {
      this.#socket.send(text);
      return;
    }
    this.#socket.send(text, (error) => {
      if (!error) taken();
    });
  }

  /** Asks the other side to close, and ends the connection when it does not answer within a second. */
  close(code: number): void {
    this.#shortcut?.handBack();
    this.#socket.close(code);
  }

  /** Ends the connection now, and nothing more is heard of it. */
  drop(): void {
    this.#handlers = undefined;
    this.#shortcut?.leave();
    this.#socket.terminate();
  }

  #listen(): void {
    const socket = this.#socket;
    // ws begins to read between these two events.
    socket.on('upgrade', ({ socket: wire }) => socket.on('open', () => this.#open(wire)));
    socket.on('message', (data: RawData, isBinary: boolean) => {
      // Text arrives as one buffer with the default binary type.
      if (isBinary) this.#handlers?.binary();
      else this.#handlers?.text(new TextFrame(data as Buffer));
    });
    socket.on('ping', (data) => this.#answer(data));
    // An error is always followed by `close`; it stays listened to, since ws may report one after the drop too.
    socket.on('error', (error) => {
      this.#failure ??= error;
      this.#shortcut?.leave();
    });
    socket.on('close', (code, reason) => this.#end(this.#endOf(code, reason)));
    socket.on('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      this.#end({ kind: 'refused', status: response.statusCode ?? 0, headers: response.headers });
      request.destroy();
    });
  }

  #open(wire: Socket): void {
    const socket = this.#socket;
    this.#shortcut = FrameShortcut.on(wire, longestFrame, {
      text: (frame) => this.#handlers?.text(frame),
      isWanted: () => socket.readyState === WebSocket.OPEN,
    });
    wire.prependListener('data', () => this.#handlers?.arrived());
    this.#handlers?.opened();
  }

  /** Of pings that come together only the last one needs an answer (RFC 6455, section 5.5.3). */
  #answer(ping: Buffer): void {
    const isFirst = this.#unansweredPing === undefined;
    this.#unansweredPing = ping;
    if (!isFirst) return;
    setImmediate(() => {
      const last = this.#unansweredPing;
      this.#unansweredPing = undefined;
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.pong(last);
    });
  }

  #endOf(code: number, reason: Buffer): SocketEnd {
    // 1006 is no code that was sent: it stands for a connection that broke.
    if (code === 1006 && this.#failure) return { kind: 'failed', cause: this.#failure };
    return { kind: 'closed', code, reason: reason.toString('utf8') };
  }

  #end(end: SocketEnd): void {
    const handlers = this.#handlers;
    this.#handlers = undefined;
    handlers?.ended(end);
  }
}
