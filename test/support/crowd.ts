import { gatewayPath, readyKind } from '@botwright/protocol';
import { WebSocket } from 'ws';
import type { SandboxProcess } from './sandbox-process.js';

const opening = 50;
const beatMs = 20_000;
const heartbeat = JSON.stringify({ t: 'HEARTBEAT', d: {} });

/** Longer ones count as this. */
const longestMs = 60_000;

/** Many connections to one sandbox that count what they are told, and how long it took. */
export class Crowd implements AsyncDisposable {
  delivered = 0;
  readonly #sentAt: number[] = [];
  readonly #heard: Uint32Array;
  /** How many deliveries took so many milliseconds. */
  readonly #latencies = new Uint32Array(longestMs + 1);
  readonly #beat: NodeJS.Timeout;

  private constructor(private readonly sockets: readonly WebSocket[]) {
    this.#heard = new Uint32Array(sockets.length);
    for (const [index, socket] of sockets.entries()) {
      socket.on('message', (data: Buffer) => this.#hear(index, data.toString('latin1')));
    }
    this.#beat = setInterval(() => {
      for (const socket of sockets) socket.send(heartbeat);
    }, beatMs);
  }

  static async open(sandbox: SandboxProcess, size: number): Promise<Crowd> {
    const sockets: WebSocket[] = [];
    while (sockets.length < size) {
      const count = Math.min(opening, size - sockets.length);
      sockets.push(...(await Promise.all(Array.from({ length: count }, () => connected(sandbox)))));
    }
    return new Crowd(sockets);
  }

  /** The content of a message that is about to be said. */
  nextMessage(): string {
    this.#sentAt.push(performance.now());
    return `number ${this.#sentAt.length - 1}.`;
  }

  /** Deliveries that are still to come. */
  get missing(): number {
    return this.#sentAt.length * this.sockets.length - this.delivered;
  }

  /** Deliveries that some connection waits for in vain, whatever others got. */
  get lost(): number {
    return this.#heard.reduce((sum, heard) => sum + Math.abs(this.#sentAt.length - heard), 0);
  }

  /** The time within which this share of the deliveries came. */
  latencyMs(share: number): number {
    let counted = 0;
    return this.#latencies.findIndex((count) => {
      counted += count;
      return counted >= this.delivered * share;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#beat);
    for (const socket of this.sockets) socket.terminate();
  }

  #hear(index: number, frame: string): void {
    const [, number] = /"content":"number (\d+)\."/.exec(frame) ?? [];
    const sentAt = this.#sentAt[Number(number)];
    if (sentAt === undefined) return;
    const latency = Math.min(longestMs, Math.round(performance.now() - sentAt));
    this.#latencies[latency] = (this.#latencies[latency] ?? 0) + 1;
    this.#heard[index] = (this.#heard[index] ?? 0) + 1;
    this.delivered += 1;
  }
}

function connected(sandbox: SandboxProcess): Promise<WebSocket> {
  const url = sandbox.description.url.replace(/^http/, 'ws') + gatewayPath;
  const socket = new WebSocket(url, {
    headers: { authorization: sandbox.authorizationOf('dee') },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', function look(data) {
      if (!data.toString().startsWith(`{"t":"${readyKind}"`)) return;
      socket.off('message', look);
      resolve(socket);
    });
  });
}
