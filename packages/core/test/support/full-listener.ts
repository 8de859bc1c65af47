import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(workerData), 0, 0);
    process.exit();
  });
`;
/** As many as the system lets wait for a listener that takes none; it rounds up. */
const waiting = 4;

/** A listener that takes no connection and has no room for more that wait: whoever connects hears nothing. */
export class FullListener implements AsyncDisposable {
  private constructor(
    readonly port: number,
    private readonly worker: Worker,
    private readonly gate: SharedArrayBuffer,
    private readonly fillers: readonly Socket[],
  ) {}

  static async start(): Promise<FullListener> {
    const gate = new SharedArrayBuffer(4);
    const worker = new Worker(program, { eval: true, workerData: gate });
    const [port] = await once(worker, 'message');
    const fillers = Array.from({ length: waiting }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await once(fillers[0] as Socket, 'connect');
    return new FullListener(port, worker, gate, fillers);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const over = once(this.worker, 'exit');
    for (const filler of this.fillers) filler.destroy();
    Atomics.store(new Int32Array(this.gate), 0, 1);
    Atomics.notify(new Int32Array(this.gate), 0);
    await over;
  }
}
