import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, VirtualClock } from '@botwright/clock';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Address, isLoopback } from './address.js';
import { registerApi } from './api.js';
import { registerCdn } from './cdn.js';
import { registerControl } from './control.js';
import { freshWorld, type OpenedWorld } from './data/opened-world.js';
import type { WorldFile } from './data/world-file.js';
import { describe, type SandboxDescription } from './description.js';
import { registerDocs } from './docs/routes.js';
import type { Explainer } from './explaining.js';
import { CallFaults } from './faults/call-faults.js';
import { FaultBoard } from './faults/fault-board.js';
import { frameFrom, type SentFrame } from './frames.js';
import { Gateway } from './gateway/gateway.js';
import { gatewayVersion } from './gateway/handshake.js';
import { refuseUpgrade } from './gateway/refuse-upgrade.js';
import { controlToken } from './identities.js';
import { Ledger } from './ledger.js';
import { SandboxOptionInvalid } from './option-invalid.js';
import { type ResolvedSandboxOptions, resolveSandboxOptions, type SandboxOptions } from './options.js';
import { builtPage, type Page, readPage } from './page.js';
import { registerPage } from './page-routes.js';
import { RateLimit } from './rate-limit.js';
import { recordCalls } from './record-calls.js';
import { Recorder } from './recordings/recorder.js';
import type { RecordedStep } from './recordings/recording.js';
import { Refusal } from './refusal.js';
import { createServer, originRefusal } from './server.js';
import type { WorldView } from './world/state.js';
import type { World } from './world/world.js';

/** How many connections may wait to be accepted; the system resets those beyond. A storm of 2,000 a second may last. */
const backlog = 4096;

/** The rules by which things go wrong. */
export type Faults = Pick<FaultBoard, 'set' | 'clear' | 'list' | 'struck'>;

export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Lets others than this machine reach the sandbox. It then needs a seed of its own, since tokens follow from it. */
  readonly allowRemote?: boolean;
}

/** How long answers that are on their way may take once the sandbox closes, by the machine's clock. */
const drainMs = 1500;

/**
 * Makes a sandbox with the default world. It serves `inject` at once, and the network from `listen` on.
 *
 * @throws {SandboxOptionInvalid} for an option that cannot work.
 * @throws {SandboxDataInUse} when another sandbox has the directory `data` open.
 * @throws {SandboxDataUnusable} when what is in the directory `data` is damaged.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveSandboxOptions(options);
  const page = await readPage(builtPage);
  return new Sandbox(resolved, page, await worldFor(resolved));
}

/** The database is not loaded where nothing is kept: older versions of Node warn of it. */
async function worldFor(options: ResolvedSandboxOptions): Promise<OpenedWorld> {
  if (options.data === undefined) return freshWorld(options);
  const { openWorld } = await import('./data/open-world.js');
  return openWorld(options.data, options);
}

/** A stand-in for the whole service: HTTP API, event stream, control calls and page in one server. */
export class Sandbox implements AsyncDisposable {
  /** What tells the sandbox the time; a `VirtualClock` where its time is moved by hand. */
  readonly clock: Clock;
  readonly #faults = new FaultBoard(() => this.#gateway.faultsChanged());
  readonly #callFaults: CallFaults;
  readonly #options: ResolvedSandboxOptions;
  readonly #controlToken = controlToken();
  readonly #ledger: Ledger;
  readonly #world: World;
  readonly #file: WorldFile | undefined;
  readonly #gateway: Gateway;
  readonly #app: FastifyInstance;
  #explainer: Explainer | undefined;
  #address = new Address('127.0.0.1', 80);
  #closed: Promise<void> | undefined;

  /** @internal Use `createSandbox`. */
  constructor(options: ResolvedSandboxOptions, page: Page, { world, clock, file }: OpenedWorld) {
    this.#options = options;
    this.#world = world;
    this.clock = clock;
    this.#file = file;
    this.#callFaults = new CallFaults(this.#faults, clock);
    this.#ledger = new Ledger(clock, () => this.#address);
    this.#gateway = new Gateway({ world, ledger: this.#ledger, clock, faults: this.#faults }, options);
    world.publishTo((event) => this.#gateway.deliver(event));
    this.#app = createServer(() => this.#address, clock, options.log);
    this.#app.server.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
    this.#register(page);
  }

  /** The fault board: what goes wrong with calls, frames and connections. */
  get faults(): Faults {
    return this.#faults;
  }

  /** @internal */
  get view(): WorldView {
    return this.#world.view;
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
    await this.#app.listen({ port, host: address, backlog });
    const bound = this.#app.server.address();
    if (typeof bound === 'object' && bound !== null) this.#address = new Address(address, bound.port);
    return this.description;
  }

  /** Makes a call in memory, without a port. */
  async inject(request: InjectOptions): Promise<LightMyRequestResponse> {
    return this.#app.inject({ ...request, headers: { host: this.#address.authority, ...request.headers } });
  }

  /**
   * Sends anything to every connection of a user, whether it is a frame or not.
   *
   * @returns how many connections those are.
   * @throws {Refusal} for a user that there is not.
   */
  sendFrame(frame: SentFrame): number {
    if (!this.view.accounts.has(frame.to)) throw Refusal.unknown('user', frame.to);
    return this.#gateway.push(frame.to, frameFrom(frame), 't' in frame ? frame.t : null);
  }

  /** @internal Use `playRecording`, or the control calls. */
  record(onStep?: (step: RecordedStep) => void): Recorder {
    const isVirtual = this.clock instanceof VirtualClock;
    return new Recorder({ world: this.#world, clock: this.clock, isVirtual, ...(onStep && { onStep }) });
  }

  /** Lets the page show how a bot reads a text. A bot of this process is asked; of several, the last one that was given. */
  explainWith(explainer: Explainer): void {
    this.#explainer = explainer;
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
    this.#callFaults.release();
    const cutOff = setTimeout(() => this.#app.server.closeAllConnections(), drainMs);
    try {
      await this.#app.close();
    } finally {
      clearTimeout(cutOff);
      this.#file?.end();
    }
  }

  #register(page: Page): void {
    const { rateLimit } = this.#options;
    const [app, world, ledger, clock] = [this.#app, this.#world, this.#ledger, this.clock];
    recordCalls(app, { world, ledger, clock, faults: this.#callFaults });
    registerApi(app, {
      world,
      clock,
      rateLimit: rateLimit && new RateLimit(rateLimit.perSecond),
      strictness: this.#options,
    });
    registerCdn(app, world);
    registerControl(app, {
      world,
      ledger,
      clock,
      faults: this.#faults,
      controlToken: this.#controlToken,
      address: () => this.#address,
      description: () => this.description,
      reset: (seed) => this.#reset(seed),
      send: (frame) => this.sendFrame(frame),
      record: () => this.record(),
      explainer: () => this.#explainer,
      advanced: (ms) => this.#advanced(ms),
    });
    registerDocs(app);
    registerPage(app, page);
  }

  #advanced(advancedMs: number): void {
    this.#ledger.write({ kind: 'clock', advancedMs });
    this.#file?.keepMoment(this.clock.now());
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
      const wayOut = 'where others are to reach it, a program calls sandbox.listen with allowRemote';
      throw new SandboxOptionInvalid('host', `must be a loopback address such as 127.0.0.1, not ${host}; ${wayOut}`);
    }
    if (!this.#options.hasOwnSeed) {
      throw new SandboxOptionInvalid('seed', 'must be a secret of your own where others can reach the sandbox');
    }
  }
}

function routeRefusal({ method = '', url = '' }: IncomingMessage): Refusal | undefined {
  return gatewayVersion(url) ? undefined : Refusal.unknownRoute(method, url.split('?', 1)[0] ?? '');
}
