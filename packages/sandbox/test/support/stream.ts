import { authorization, type EventKind, events } from '@botwright/protocol';
import { type ClientOptions, WebSocket } from 'ws';
import type { Sandbox } from '../../src/index.js';

interface ReceivedFrame {
  readonly t: string;
  readonly d: Record<string, unknown>;
}

/** A connection to the event stream that keeps what came. */
export class Stream implements AsyncDisposable {
  readonly frames: ReceivedFrame[] = [];
  /** The code and reason with which it ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #waiting = new Set<() => void>();

  constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as ReceivedFrame;
      if (frame.t in events) events[frame.t as EventKind].parse(frame.d);
      this.frames.push(frame);
      for (const look of this.#waiting) look();
    });
  }

  /** The first frame of a kind that fits, whether it came already or not. */
  async next(kind: string, fits: (data: ReceivedFrame['d']) => boolean = () => true): Promise<ReceivedFrame['d']> {
    const { d } = await new Promise<ReceivedFrame>((resolve, reject) => {
      const look = () => {
        const found = this.frames.find(({ t, d }) => t === kind && fits(d));
        if (found) resolve(found);
      };
      this.#waiting.add(look);
      void this.closed.then(({ code }) => reject(new Error(`closed with ${code} before ${kind} came`)));
      look();
    });
    return d;
  }

  /** Waits until everything that was sent before has come. */
  async settled(): Promise<void> {
    const acks = () => this.frames.filter(({ t }) => t === 'HEARTBEAT_ACK').length;
    const before = acks();
    this.send({ t: 'HEARTBEAT', d: {} });
    await this.next('HEARTBEAT_ACK', () => acks() > before);
  }

  kinds(): string[] {
    return this.frames.map(({ t }) => t);
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** Opens a connection as somebody of the default world and waits for READY. */
export async function connect({ description }: Sandbox, who: 'bot' | keyof typeof description.people): Promise<Stream> {
  const header =
    who === 'bot' ? authorization(description.bot.token) : authorization(description.people[who].token, 'User');
  const stream = dial(description.gatewayUrl, { headers: { authorization: header } });
  await stream.next('READY');
  return stream;
}

/** Opens a connection, whatever comes of it. */
export function dial(url: string, options: ClientOptions = {}, protocols: string[] = []): Stream {
  return new Stream(new WebSocket(url, protocols, options));
}
