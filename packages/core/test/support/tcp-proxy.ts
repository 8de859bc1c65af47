import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Which way bytes travel: `up` from the client to the target, `down` back to it. */
export type Way = 'up' | 'down';

/** What happens to the bytes that travel one way. It holds for what arrives from now on, on every connection. */
export interface Weather {
  /** How long bytes take, drawn anew for each piece; a piece never overtakes an earlier one. */
  latencyMs?: number | (() => number);
  /** How many bytes pass in a second. */
  bytesPerSecond?: number;
  /** The longest piece that is written at once. */
  sliceBytes?: number;
  /** The connection is cut, without a goodbye, before the byte at this offset passes. */
  cutAtByte?: number;
  /** Nothing passes, nothing is read, and nothing is closed, until this is set back to false. */
  stalled?: boolean;
}

export interface TcpProxyOptions {
  /** What happens to a connection from the client; `silence` takes it and never answers. Default `forward`. */
  readonly accept?: 'forward' | 'silence' | 'reset';
}

/** A listener on a port of its own that passes bytes on to `target`, and harms them as a test says. */
export class TcpProxy implements AsyncDisposable {
  readonly weather: Readonly<Record<Way, Weather>> = { up: {}, down: {} };
  accept: 'forward' | 'silence' | 'reset';
  /** How many connections were ever taken. */
  accepted = 0;
  /** The most that stood at once since `forgetPeak`. */
  peak = 0;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #waiting: ((link: Link) => void)[] = [];
  readonly #port: number;

  private constructor(target: string, accept: 'forward' | 'silence' | 'reset') {
    this.#port = Number(new URL(target).port);
    this.accept = accept;
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => this.#take(client));
  }

  /** @param target - Where bytes go, as an `http:` address on this machine. */
  static async to(target: string, { accept = 'forward' }: TcpProxyOptions = {}): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, accept);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that stand right now. */
  get open(): number {
    return this.#links.size;
  }

  /** Resolves with the next connection that is taken. */
  nextLink(): Promise<Link> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  forgetPeak(): void {
    this.peak = this.#links.size;
  }

  /** Ends every connection at once with a TCP reset. */
  resetAll(): void {
    for (const link of this.#links) link.reset();
  }

  /** Ends every connection in order, as a server does that goes away. */
  endAll(): void {
    for (const link of this.#links) link.end();
  }

  /** Passes on what was held back by `stalled`. */
  resume(): void {
    this.weather.up.stalled = false;
    this.weather.down.stalled = false;
    for (const link of this.#links) link.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.resetAll();
    await closed;
  }

  #take(client: Socket): void {
    this.accepted += 1;
    if (this.accept === 'reset') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const port = this.accept === 'forward' ? this.#port : undefined;
    const link = new Link(client, port, this.weather, () => this.#links.delete(link));
    this.#links.add(link);
    this.peak = Math.max(this.peak, this.#links.size);
    this.#waiting.shift()?.(link);
  }
}

/** One connection through the proxy. */
export class Link {
  readonly closed: Promise<void>;
  readonly #pipes: readonly Pipe[];

  constructor(
    private readonly client: Socket,
    port: number | undefined,
    weather: Readonly<Record<Way, Weather>>,
    onClosed: () => void,
  ) {
    const target =
      port === undefined ? undefined : connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const cut = () => this.reset();
    this.#pipes = target
      ? [new Pipe(client, target, weather.up, cut), new Pipe(target, client, weather.down, cut)]
      : [];
    this.closed = new Promise((resolve) => {
      client.on('close', () => {
        for (const pipe of this.#pipes) pipe.stop();
        target?.destroy();
        onClosed();
        resolve();
      });
    });
    client.on('error', () => undefined);
    // Nobody passes anything on, but its end is still to be noticed.
    if (!target) client.resume().on('end', () => client.destroy());
    // What the target does last is still to be delivered: the pipe ends the client when it is through.
    target?.on('error', () => this.reset());
  }

  /** Bytes that passed this way. */
  passed(way: Way): number {
    return this.#pipes[way === 'up' ? 0 : 1]?.passed ?? 0;
  }

  /** Ends it at once with a TCP reset. */
  reset(): void {
    this.client.resetAndDestroy();
  }

  /** Ends it in order. */
  end(): void {
    this.client.destroySoon();
  }

  resume(): void {
    for (const pipe of this.#pipes) pipe.flow();
  }
}

interface Piece {
  readonly bytes: Buffer;
  readonly dueAt: number;
}

/** More than this on its way, and no more is read. */
const mostUnderWay = 256 * 1024;

/** One direction of a connection. One piece is written at a time, so that pieces stay pieces. */
class Pipe {
  passed = 0;
  readonly #pieces: Piece[] = [];
  #underWay = 0;
  #dueAt = 0;
  #isWriting = false;
  #isEnded = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly weather: Weather,
    private readonly cut: () => void,
  ) {
    from.on('data', (bytes: Buffer) => this.#take(bytes));
    from.on('end', () => {
      this.#isEnded = true;
      this.flow();
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Writes what is due, or looks again when it is. */
  flow(): void {
    if (this.#isStopped) return;
    if (this.weather.stalled || this.#underWay > mostUnderWay) this.from.pause();
    else this.from.resume();
    if (this.weather.stalled || this.#isWriting) return;
    const [piece] = this.#pieces;
    if (piece) this.#writeWhenDue(piece);
    else if (this.#isEnded) this.to.end();
  }

  #take(bytes: Buffer): void {
    const { sliceBytes = bytes.length, bytesPerSecond = Number.POSITIVE_INFINITY, latencyMs = 0 } = this.weather;
    const latency = typeof latencyMs === 'function' ? latencyMs() : latencyMs;
    this.#dueAt = Math.max(this.#dueAt, performance.now() + latency);
    // A slow line is one that takes a little at a time.
    const step = Math.max(1, Math.min(sliceBytes, Math.ceil(bytesPerSecond / 20)));
    for (let start = 0; start < bytes.length; start += step) {
      const piece = bytes.subarray(start, start + step);
      this.#dueAt += (piece.length / bytesPerSecond) * 1_000;
      this.#pieces.push({ bytes: piece, dueAt: this.#dueAt });
    }
    this.#underWay += bytes.length;
    this.flow();
  }

  #writeWhenDue(piece: Piece): void {
    const waitMs = piece.dueAt - performance.now();
    if (waitMs > 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flow(), waitMs);
      return;
    }
    this.#pieces.shift();
    this.#underWay -= piece.bytes.length;
    const left = (this.weather.cutAtByte ?? Number.POSITIVE_INFINITY) - this.passed;
    const passing = piece.bytes.subarray(0, Math.max(0, left));
    this.passed += passing.length;
    this.#isWriting = true;
    this.to.write(passing, () => {
      this.#isWriting = false;
      // The reset comes after the bytes before it, as it does on a line that breaks.
      if (passing.length < piece.bytes.length) this.cut();
      else this.flow();
    });
  }
}
