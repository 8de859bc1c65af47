import { once } from 'node:events';
import { gatewayPath, readyKind } from '@botwright/protocol';
import { WebSocket } from 'ws';

interface Frame {
  readonly t?: unknown;
  readonly d?: unknown;
}

/** What a caller hears, from READY on. */
export class EventStream implements Disposable {
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly #closed = new AbortController();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#frames.push(parseFrame(String(data))));
    socket.on('close', () => this.#closed.abort());
    // The close that follows tells those who wait.
    socket.on('error', () => undefined);
  }

  /** Connects, and resolves once the service says that the connection stands. */
  static async open(base: string, authorization: string, timeoutMs: number): Promise<EventStream> {
    const socket = new WebSocket(base.replace(/^http/, 'ws') + gatewayPath, { headers: { authorization } });
    const stream = new EventStream(socket);
    if ((await stream.find(readyKind, () => undefined, timeoutMs)) === undefined) return stream;
    stream[Symbol.dispose]();
    throw new Error(`no ${readyKind} came on ${gatewayPath}`);
  }

  /** Waits for an event of a kind in which nothing is wrong; what was wrong with the last one otherwise. */
  async find(kind: string, problemOf: (data: unknown) => string | undefined, timeoutMs: number) {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#closed.signal]);
    let problem: string | undefined = `no ${kind} came within ${timeoutMs} ms, or before the connection ended`;
    for (let read = 0; ; read += 1) {
      while (read >= this.#frames.length) {
        if (!(await this.#hasMore(signal))) return problem;
      }
      const frame = this.#frames[read];
      if (frame?.t !== kind) continue;
      problem = problemOf(frame.d);
      if (problem === undefined) return undefined;
      problem = `${kind}: ${problem}`;
    }
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  async #hasMore(signal: AbortSignal): Promise<boolean> {
    try {
      await once(this.#socket, 'message', { signal });
      return true;
    } catch {
      return false;
    }
  }
}

/** What is no JSON object is a frame without a name, which nobody waits for. */
function parseFrame(text: string): Frame {
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === 'object' && frame !== null ? frame : {};
  } catch {
    return {};
  }
}
