import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { readyPayload } from './shapes.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The body where it is no text. */
  readonly bytes: Buffer;
  readonly at: number;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

type Answer = Reply | ((response: ServerResponse) => void);

/** A queue to await: what arrived, or what arrives next. */
class Arrivals<Item> {
  readonly #items: Item[] = [];
  readonly #waiting: ((item: Item) => void)[] = [];
  count = 0;

  add(item: Item): void {
    this.count += 1;
    const waiting = this.#waiting.shift();
    if (waiting) waiting(item);
    else this.#items.push(item);
  }

  next(): Promise<Item> {
    const item = this.#items.shift();
    return item === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(item);
  }
}

/** One WebSocket as the service sees it. */
export class ServiceSocket {
  readonly closed: Promise<number>;
  readonly frames = new Arrivals<{ t: string; d?: unknown }>();

  constructor(
    readonly socket: WebSocket,
    /** Below WebSocket, for bytes that no server would send. */
    readonly raw: Duplex,
    readonly authorization: string | undefined,
  ) {
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('message', (data) => this.frames.add(JSON.parse(data.toString())));
    socket.on('error', () => undefined);
  }

  send(t: string, d: unknown): void {
    this.socket.send(JSON.stringify({ t, d }));
  }

  /** Sends a close frame with any code, also with one that may not be sent. */
  closeRaw(code: number): void {
    this.raw.write(Buffer.from([0x88, 0x02, code >> 8, code & 0xff]));
  }
}

/** A real HTTP and WebSocket server on a port of its own, which answers as a test says. */
export class Service implements AsyncDisposable {
  readonly sockets = new Arrivals<ServiceSocket>();
  readonly arrivals = new Arrivals<ReceivedRequest>();
  readonly requests: ReceivedRequest[] = [];
  handshakes = 0;
  /** What each request is answered with. */
  respond: (request: ReceivedRequest) => Answer = () => ({ body: { success: true } });
  /** What the socket says first; null for nothing. */
  ready: unknown = readyPayload();
  /** What a handshake is answered with instead of a socket. */
  refusal: 'silence' | { status: number; headers?: Record<string, string> } | undefined;
  readonly #http: Server;
  readonly #webSockets = new WebSocketServer({ noServer: true });
  readonly #raw = new Set<Duplex>();

  private constructor() {
    this.#http = createServer((request, response) => this.#receive(request, response));
    this.#http.on('upgrade', (request, raw, head) => this.#upgrade(request, raw, head));
    this.#http.on('connection', (raw) => {
      this.#raw.add(raw);
      raw.on('close', () => this.#raw.delete(raw));
    });
  }

  static async start(): Promise<Service> {
    const service = new Service();
    await new Promise<void>((resolve) => service.#http.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Connections that stand right now. */
  get openConnections(): number {
    return this.#raw.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const raw of this.#raw) raw.destroy();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const bytes = Buffer.concat(chunks);
      const received = { method, path, headers, body: bytes.toString(), bytes, at };
      this.requests.push(received);
      this.arrivals.add(received);
      const answer = this.respond(received);
      if (typeof answer === 'function') answer(response);
      else send(response, answer);
    });
  }

  #upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    this.handshakes += 1;
    raw.on('error', () => undefined);
    if (this.refusal === 'silence') return;
    if (this.refusal) {
      const { status, headers = {} } = this.refusal;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      raw.end(`HTTP/1.1 ${status} No\r\ncontent-type: text/html\r\n${lines.join('')}\r\n<h1>no</h1>`);
      return;
    }
    this.#webSockets.handleUpgrade(request, raw, head, (socket) => {
      const accepted = new ServiceSocket(socket, raw, request.headers.authorization);
      if (this.ready !== null) accepted.send('READY', this.ready);
      this.sockets.add(accepted);
    });
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const isJson = typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/html', ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}
