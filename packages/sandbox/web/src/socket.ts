import {
  type Frame,
  gatewayPath,
  heartbeatAckKind,
  heartbeatIntervalFallbackMs,
  mayReconnect,
  type Ready,
  readyKind,
} from '@botwright/protocol';
import { retryDelayMs } from './backoff.js';
import { messageOf } from './message-of.js';

export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

export interface SocketListener {
  /** Called before every try, since a sandbox that was restarted has other tokens. */
  token(): Promise<string>;
  /** Asked of every frame first; one whose payload is not what its kind promises goes no further. */
  isReadable(frame: Frame): boolean;
  onReady(ready: Ready): void;
  onEvent(frame: Frame): void;
  onConnection(connection: Connection): void;
}

/** A browser cannot set headers on a WebSocket; the sandbox takes a person's token as the second subprotocol. */
const subprotocol = 'botwright.user';

const shortestHeartbeatMs = 1000;
const longestHeartbeatMs = 120_000;

/** A person's connection to the gateway. It opens itself again, with growing waits, until `close`. */
export class GatewaySocket {
  private socket: WebSocket | undefined;
  private retry: number | undefined;
  private heartbeat: number | undefined;
  private failures = 0;
  private acknowledged = true;
  private closed = false;

  constructor(private readonly listener: SocketListener) {}

  async open(): Promise<void> {
    window.clearTimeout(this.retry);
    this.listener.onConnection({ kind: 'connecting' });
    try {
      const token = await this.listener.token();
      if (!this.closed) this.connect(token);
    } catch (error) {
      this.retryLater(messageOf(error));
    }
  }

  send(frame: Frame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.retry);
    window.clearInterval(this.heartbeat);
    this.socket?.close(1000);
  }

  private connect(token: string): void {
    const url = new URL(gatewayPath, location.href.replace(/^http/, 'ws'));
    const socket = new WebSocket(url, [subprotocol, token]);
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => this.receive(readFrame(String(data))));
    socket.addEventListener('close', ({ code }) => this.lost(code), { once: true });
  }

  private receive(frame: Frame | undefined): void {
    if (this.closed || !frame || !this.listener.isReadable(frame)) return;
    if (frame.t === heartbeatAckKind) this.acknowledged = true;
    else if (frame.t === readyKind) this.ready(frame.d as Ready);
    else this.listener.onEvent(frame);
  }

  private ready(ready: Ready): void {
    this.failures = 0;
    this.acknowledged = true;
    window.clearInterval(this.heartbeat);
    this.heartbeat = window.setInterval(() => this.beat(), heartbeatMs(ready.heartbeatIntervalMs));
    this.listener.onConnection({ kind: 'open' });
    this.listener.onReady(ready);
  }

  private beat(): void {
    if (this.acknowledged) this.send({ t: 'HEARTBEAT', d: {} });
    else this.socket?.close();
    this.acknowledged = false;
  }

  private lost(code: number): void {
    window.clearInterval(this.heartbeat);
    if (this.closed) return;
    if (mayReconnect(code)) this.retryLater('The connection to the sandbox was lost.');
    else this.listener.onConnection({ kind: 'refused', reason: `The sandbox refused the connection (${code}).` });
  }

  private retryLater(reason: string): void {
    if (this.closed) return;
    this.listener.onConnection({ kind: 'waiting', reason });
    this.retry = window.setTimeout(() => void this.open(), retryDelayMs(this.failures));
    this.failures += 1;
  }
}

/** A sandbox can be told to send any text at all; what is no frame does not concern the page. */
function readFrame(text: string): Frame | undefined {
  try {
    const frame = JSON.parse(text) as Partial<Frame> | null;
    return typeof frame?.t === 'string' ? { t: frame.t, d: frame.d } : undefined;
  } catch {
    return undefined;
  }
}

function heartbeatMs(told: unknown): number {
  if (typeof told !== 'number' || !Number.isFinite(told)) return heartbeatIntervalFallbackMs;
  return Math.min(longestHeartbeatMs, Math.max(shortestHeartbeatMs, told));
}
