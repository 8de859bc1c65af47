import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export type Meddle = (exchange: Exchange, forward: (exchange: Exchange) => Promise<Answer>) => Promise<Answer>;

/** Stands between a client and a server, answers as `meddle` likes, and offers no WebSocket. */
export class Meddler implements AsyncDisposable {
  readonly exchanges: Exchange[] = [];
  readonly #server: Server;

  private constructor(
    readonly target: string,
    meddle: Meddle,
  ) {
    this.#server = createServer((request, response) => void this.#serve(request, response, meddle));
  }

  static async between(target: string, meddle: Meddle): Promise<Meddler> {
    const meddler = new Meddler(target, meddle);
    meddler.#server.listen(0, '127.0.0.1');
    await once(meddler.#server, 'listening');
    return meddler;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse, meddle: Meddle): Promise<void> {
    const exchange = await read(request);
    this.exchanges.push(exchange);
    const { status, body } = await meddle(exchange, (other) => this.#forward(other));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async #forward({ method, path, headers, body }: Exchange): Promise<Answer> {
    const sent = body.length > 0 ? { body } : {};
    const reply = await fetch(this.target + path, { method, headers, ...sent });
    return { status: reply.status, body: (await reply.json()) as Answer['body'] };
  }
}

const kept = ['authorization', 'content-type', 'x-sandbox-token'];

async function read(request: IncomingMessage): Promise<Exchange> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = kept.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { method = '', url = '' } = request;
  return { method, path: url, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}
