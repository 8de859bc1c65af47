import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';

export interface RemoteServiceOptions {
  readonly heartbeatIntervalMs: number;
  /** A connection on which no heartbeat comes for so long is closed with 4001. */
  readonly idleTimeoutMs: number;
  /** How many events each connection gets in a second. */
  readonly eventsPerSecond?: number;
}

type Report =
  | { readonly kind: 'listening'; readonly address: AddressInfo }
  | { readonly kind: 'handshake' | 'heartbeat' | 'closed'; readonly at: number };

const script = new URL('./remote-service-thread.mjs', import.meta.url);

/** Milliseconds on a clock that all threads share. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

/** A service in a thread of its own, which goes on while this one is busy. Moments are those of `sharedNow`. */
export class RemoteService implements AsyncDisposable {
  readonly handshakes: number[] = [];
  readonly heartbeats: number[] = [];
  /** Connections that ended. */
  closed = 0;
  readonly #worker: Worker;

  private constructor(
    worker: Worker,
    readonly url: string,
  ) {
    this.#worker = worker;
    worker.on('message', (report: Report) => this.#note(report));
  }

  static async start(options: RemoteServiceOptions): Promise<RemoteService> {
    const worker = new Worker(script, { workerData: options });
    const [{ address }] = await once(worker, 'message');
    return new RemoteService(worker, `http://127.0.0.1:${(address as AddressInfo).port}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  #note(report: Report): void {
    if (report.kind === 'handshake') this.handshakes.push(report.at);
    else if (report.kind === 'heartbeat') this.heartbeats.push(report.at);
    else if (report.kind === 'closed') this.closed += 1;
  }
}
