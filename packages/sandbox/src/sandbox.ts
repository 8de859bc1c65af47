import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Address, isLoopback } from './address.js';
import { registerApi } from './api.js';
import { registerCdn } from './cdn.js';
import { registerControl } from './control.js';
import { describe, type SandboxDescription } from './description.js';
import { registerDocs } from './docs/routes.js';
import { Gateway } from './gateway/gateway.js';
import { gatewayVersion } from './gateway/handshake.js';
import { controlToken } from './identities.js';
import { Ledger } from './ledger.js';
import {
  type ResolvedSandboxOptions,
  resolveSandboxOptions,
  SandboxOptionInvalid,
  type SandboxOptions,
} from './options.js';
import { builtPage, type Page, readPage } from './page.js';
import { registerPage } from './page-routes.js';
import { RateLimit } from './rate-limit.js';
import { recordCalls } from './record-calls.js';
import { Refusal } from './refusal.js';
import { createServer, originRefusal } from './server.js';
import { World } from './world/world.js';

export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Lets others than this machine reach the sandbox. It then needs a seed of its own, since tokens follow from it. */
  readonly allowRemote?: boolean;
}

/** How long answers that are on their way may take once the sandbox closes. */
const drainMs = 1500;

/** Makes a sandbox with the default world. It serves `inject` at once, and the network from `listen` on. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return new Sandbox(resolveSandboxOptions(options), await readPage(builtPage));
}

/** A stand-in for the whole service: HTTP API, event stream, control calls and page in one server. */
export class Sandbox implements AsyncDisposable {
  readonly #options: ResolvedSandboxOptions;
  readonly #controlToken = controlToken();
  readonly #ledger = new Ledger();
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly #app: FastifyInstance;
  #address = new Address('127.0.0.1', 80);
  #closed: Promise<void> | undefined;

  /** @internal Use `createSandbox`. */
  constructor(options: ResolvedSandboxOptions, page: Page) {
    this.#options = options;
    this.#world = new World(options, (event) => this.#gateway.deliver(event));
    this.#gateway = new Gateway(this.#world, this.#ledger, options);
    this.#app = createServer(() => this.#address, options.log);
    this.#app.server.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
    recordCalls(this.#app, this.#world, this.#ledger);
    registerApi(this.#app, {
      world: this.#world,
      rateLimit: options.rateLimit && new RateLimit(options.rateLimit.perSecond),
      strictness: options,
    });
    registerCdn(this.#app, this.#world);
    registerControl(this.#app, {
      world: this.#world,
      ledger: this.#ledger,
      controlToken: this.#controlToken,
      address: () => this.#address,
      description: () => this.description,
      reset: (seed) => this.#reset(seed),
    });
    registerDocs(this.#app);
    registerPage(this.#app, page);
  }

  /** What a bot or a test needs to use the sandbox. Before `listen` its URLs are those that `inject` answers to. */
  get description(): SandboxDescription {
    return describe(this.#world.view, this.#address, this.#controlToken);
  }

  /**
   * Opens the sandbox to the network.
   *
   * @throws {SandboxOptionInvalid} for a host that is not this machine's loopback, unless it is asked for.
   */
  async listen({ port = 0, host = '127.0.0.1', allowRemote = false }: ListenOptions = {}): Promise<SandboxDescription> {
    this.#demandSafeHost(host, allowRemote);
    // `localhost` would bind two addresses where one is announced.
    const address = host === 'localhost' ? '127.0.0.1' : host;
    await this.#app.listen({ port, host: address });
    const bound = this.#app.server.address();
    if (typeof bound === 'object' && bound !== null) this.#address = new Address(address, bound.port);
    return this.description;
  }

  /** Makes a call in memory, without a port. */
  async inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    return this.#app.inject({ ...request, headers: { host: this.#address.authority, ...request.headers } });
  }

  /** Closes every connection, with 1001 where it is a WebSocket. Takes less than two seconds, whatever clients do. */
  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #shutDown(): Promise<void> {
    this.#gateway.closeAll(1001, 'the sandbox closes');
    const cutOff = setTimeout(() => this.#app.server.closeAllConnections(), drainMs);
    await this.#app.close();
    clearTimeout(cutOff);
  }

  #reset(seed: string | undefined): void {
    this.#gateway.closeAll(1012, 'the sandbox starts afresh');
    this.#world.reset(seed);
    this.#ledger.write({ kind: 'reset' });
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const refusal = originRefusal(request.headers, this.#address) ?? routeRefusal(request);
    if (this.#closed !== undefined) stream.destroy();
    else if (refusal) refuseUpgrade(stream, refusal);
    else this.#gateway.accept(request, stream, head);
  }

  #demandSafeHost(host: string, allowRemote: boolean): void {
    if (isLoopback(host)) return;
    if (!allowRemote) {
      throw new SandboxOptionInvalid('host', host, 'a loopback address unless allowRemote is set');
    }
    if (!this.#options.hasOwnSeed) {
      throw new SandboxOptionInvalid('seed', 'the default', 'a secret of your own where others can reach the sandbox');
    }
  }
}

function routeRefusal({ method = '', url = '' }: IncomingMessage): Refusal | undefined {
  return gatewayVersion(url) ? undefined : Refusal.unknownRoute(method, url.split('?', 1)[0] ?? '');
}

function refuseUpgrade(stream: Duplex, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  // A peer that is gone already needs no answer.
  stream.on('error', () => undefined);
  // The server keeps a half-closed stream until its peer closes too, which a peer need not do.
  stream.once('finish', () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
