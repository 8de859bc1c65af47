import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A listener that passes bytes on to a sandbox, and cuts each connection where it is told. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly targetPort: number,
    private readonly cutAt: () => number,
  ) {
    this.#server = createServer((client) => this.#take(client));
  }

  /** @param cutAt - Asked once a connection: how many bytes the target may send on it. */
  static async to(target: string, cutAt: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(Number(new URL(target).port), cutAt);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cutAll();
    await closed;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #take(client: Socket): void {
    const target = connect(this.targetPort, '127.0.0.1');
    let left = this.cutAt();
    // A sandbox takes only what is addressed to itself.
    client.once('data', (head: Buffer) => {
      target.write(head.toString('latin1').replace(`:${this.#port}`, `:${this.targetPort}`), 'latin1');
      client.pipe(target);
    });
    target.on('data', (bytes: Buffer) => {
      const isTaken = client.write(bytes.subarray(0, left), () => {
        if (left < 0) client.resetAndDestroy();
      });
      left -= bytes.length;
      if (!isTaken) target.pause();
    });
    client.on('drain', () => target.resume());
    this.#couple(client, target);
    this.#couple(target, client);
  }

  #couple(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      other.destroy();
    });
  }
}
