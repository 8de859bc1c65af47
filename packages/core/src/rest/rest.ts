import type { Clock } from '@botwright/clock';
import {
  type AnswerOf,
  authorization,
  type BodyOf,
  firstProblem,
  type Operation,
  type ParametersOf,
  type PartsOf,
  partsSchema,
  type QueryOf,
} from '@botwright/protocol';
import { BodyInvalid, NotConnected, RateLimited, RequestFailed, TransportFailed } from '../errors.js';
import type { Validation } from '../options.js';
import { secretsRemover } from '../secrets.js';
import { Call } from './call.js';
import type { FileToSend } from './file-to-send.js';
import { Limiter, type Permit } from './limiter.js';
import { MultipartBody, type Parts, type ProgressListener } from './multipart-body.js';
import type { RestOptions } from './options.js';
import { PathTemplate } from './path.js';
import { readReply } from './reply.js';
import { type Outcome, retryDelayMs } from './retry.js';
import { retryAfterMs, retryAfterMsInBody } from './retry-after.js';
import type { PooledTransport, TransportReply, TransportRequest } from './transport.js';

type Given<Name extends string, Value> = Value extends undefined ? unknown : { readonly [Key in Name]: Value };
type GivenParams<Params> = keyof Params extends never ? unknown : { readonly params: Params };
type GivenQuery<Query> = Query extends undefined ? unknown : { readonly query?: Query };
type GivenParts<Sent> = Sent extends undefined
  ? unknown
  : { readonly parts: Sent; readonly onProgress?: ProgressListener | undefined };

/** What goes with a call whatever the operation. */
interface CommonInput {
  readonly signal?: AbortSignal | undefined;
  /** Beside those that every call has; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a call of an operation takes: its path parameters, its query and its body or its parts, as far as it has them. */
export type CallInput<Op extends Operation> = GivenParams<ParametersOf<Op>> &
  GivenQuery<QueryOf<Op>> &
  Given<'body', BodyOf<Op>> &
  GivenParts<PartsOf<Op, FileToSend>> &
  CommonInput;

export interface RestSetup {
  /** The bot's; undefined where only operations are called that want none. */
  readonly token: string | undefined;
  readonly transport: PooledTransport;
  readonly clock: Clock;
  readonly validate: Validation;
  readonly options: Required<RestOptions>;
}

/** The parts of an input, whichever of them the operation has. */
interface LooseInput extends CommonInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly parts?: Parts;
  readonly onProgress?: ProgressListener | undefined;
}

interface Prepared {
  readonly operation: Operation;
  readonly bucket: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | MultipartBody | undefined;
  /** Takes every secret that has to do with the call out of a text. */
  readonly clean: (text: string) => string;
}

/** A limit that names no time, or is met again at once, is waited for at least this long. */
const shortestPauseMs = 1_000;

/** Calls operations of the service: permit, transport, reply. */
export class Rest {
  readonly #limiter: Limiter;
  readonly #templates = new Map<Operation, PathTemplate>();
  readonly #headers: Readonly<Record<string, string>>;
  readonly #headersWithoutToken: Readonly<Record<string, string>>;
  readonly #removeSecrets: (text: string) => string;
  readonly #calls = new Set<Call>();
  #isClosed = false;
  #onIdle: (() => void)[] = [];

  constructor(private readonly setup: RestSetup) {
    this.#limiter = new Limiter(setup.clock, setup.options.perSecond);
    // The service's documents send the content type even where there is no content.
    this.#headersWithoutToken = { accept: 'application/json', 'content-type': 'application/json' };
    const { token } = setup;
    this.#headers = {
      ...this.#headersWithoutToken,
      ...(token !== undefined && { authorization: authorization(token) }),
    };
    this.#removeSecrets = secretsRemover(this.#secrets);
  }

  /**
   * Calls an operation.
   * @throws {PathParameterInvalid} {@link BodyInvalid} before anything is sent.
   * @throws {FileUnreadable} when a file among its parts cannot be read to its end.
   * @throws {RequestRejected} for a status of 4xx, {@link ServiceFailed} for 5xx.
   * @throws {RateLimited} when the service asks for a longer pause than `maxWaitMs`.
   * @throws {RequestTimedOut} {@link RequestFailed} {@link ReplyUnreadable}
   * @throws {NotConnected} after the client closed.
   * @throws the signal's reason, when it aborts.
   */
  async call<Op extends Operation>(operation: Op, input: CallInput<Op>): Promise<AnswerOf<Op>> {
    if (this.#isClosed) throw new NotConnected(`${operation.id} cannot be called`);
    const loose: LooseInput = input;
    const request = this.#prepare(operation, loose);
    const call = new Call(operation, this.setup.options.timeoutMs, this.setup.clock, loose.signal);
    this.#calls.add(call);
    try {
      const reply = await this.#inTurn(request, call);
      return readReply(operation, reply, this.setup.validate, request.clean);
    } finally {
      this.#end(call);
    }
  }

  /** Resolves when no call is under way. */
  idle(): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** Gives up the calls that are under way and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#calls) call.abort(new NotConnected('The call was given up'));
    this.#limiter.close();
    await this.setup.transport.close();
  }

  async #inTurn(request: Prepared, call: Call): Promise<TransportReply> {
    const permit = await this.#limiter.acquire(request.bucket, call.signal);
    try {
      return await this.#persist(request, call, permit);
    } finally {
      permit.release();
    }
  }

  /** Attempts until there is an answer or no sense in another attempt. */
  async #persist(request: Prepared, call: Call, permit: Permit): Promise<TransportReply> {
    const { clock } = this.setup;
    let attempts = 0;
    let pausedMs = 0;
    for (;;) {
      pausedMs += this.#acceptPause(request.operation, permit.pauseMs, pausedMs);
      await permit.clearance(call.signal);
      call.resume();
      const outcome = await this.#attempt(request, call);
      if (!(outcome instanceof TransportFailed) && outcome.status === 429) {
        call.pause();
        permit.pause(this.#pauseIn(outcome, pausedMs > 0));
        continue;
      }
      attempts += 1;
      const circumstances = { attempts, now: clock.now(), random: Math.random() };
      const delayMs = retryDelayMs(request.operation, outcome, circumstances);
      if (delayMs === undefined) return replyOf(request.operation, outcome);
      await clock.sleep(delayMs, call.signal);
      call.pause();
    }
  }

  async #attempt({ operation, path, headers, body }: Prepared, call: Call): Promise<Outcome> {
    const { method } = operation;
    if (!(body instanceof MultipartBody)) {
      return this.#send({ method, path, headers, body, signal: call.signal });
    }
    const open = await body.open(call);
    try {
      const allHeaders = { ...headers, ...open.headers };
      return await this.#send({ method, path, headers: allHeaders, body: open.content, signal: call.signal });
    } finally {
      open.close();
    }
  }

  async #send(request: TransportRequest): Promise<Outcome> {
    try {
      return await this.setup.transport.send(request);
    } catch (error) {
      request.signal.throwIfAborted();
      return error instanceof TransportFailed ? error : new TransportFailed('unknown', error);
    }
  }

  #acceptPause(operation: Operation, pauseMs: number, alreadyMs: number): number {
    const { maxWaitMs } = this.setup.options;
    if (alreadyMs + pauseMs > maxWaitMs) throw new RateLimited(operation, Math.ceil(pauseMs), maxWaitMs);
    return pauseMs;
  }

  #pauseIn(reply: TransportReply, isRepeated: boolean): number {
    const asked = retryAfterMs(reply.headers, this.setup.clock.now()) ?? retryAfterMsInBody(reply.body.toString());
    return Math.max(asked ?? shortestPauseMs, isRepeated ? shortestPauseMs : 0);
  }

  #prepare(operation: Operation, input: LooseInput): Prepared {
    if (this.setup.validate === 'full') checkOutgoing(operation, input);
    checkHeaders(operation, input.headers);
    const { params = {}, query } = input;
    const template = this.#template(operation);
    const path = template.fill(params) + queryString(query);
    const secrets = template.secrets(params);
    const ownHeaders = operation.auth === 'webhook' ? this.#headersWithoutToken : this.#headers;
    return {
      operation,
      bucket: template.bucket(params),
      path,
      headers: input.headers ? { ...input.headers, ...ownHeaders } : ownHeaders,
      body: contentFor(operation, input),
      clean: secrets.length === 0 ? this.#removeSecrets : secretsRemover([...this.#secrets, ...secrets]),
    };
  }

  get #secrets(): string[] {
    return this.setup.token === undefined ? [] : [this.setup.token];
  }

  #template(operation: Operation): PathTemplate {
    let template = this.#templates.get(operation);
    if (!template) {
      template = new PathTemplate(operation);
      this.#templates.set(operation, template);
    }
    return template;
  }

  #end(call: Call): void {
    call.end();
    this.#calls.delete(call);
    if (this.#calls.size > 0) return;
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}

function replyOf(operation: Operation, outcome: Outcome): TransportReply {
  if (outcome instanceof TransportFailed) throw new RequestFailed(operation, outcome.sent, { cause: outcome });
  return outcome;
}

function contentFor(operation: Operation, { body, parts, onProgress }: LooseInput): Prepared['body'] {
  if (parts !== undefined) return new MultipartBody(operation, parts, onProgress);
  if (body === undefined) return undefined;
  try {
    return JSON.stringify(body);
  } catch (error) {
    // It runs in a circle, or is nested too deeply.
    throw new BodyInvalid(operation, 'body', `it cannot be written as JSON (${String(error)})`);
  }
}

function checkOutgoing(operation: Operation, { query, body, parts }: LooseInput): void {
  const readQuery = query === undefined ? undefined : operation.query?.safeParse(query);
  if (readQuery?.success === false) throw new BodyInvalid(operation, 'query', firstProblem(readQuery.error));
  const { multipart } = operation;
  const readBody = multipart ? partsSchema(multipart, isFileToSend).safeParse(parts) : operation.body?.safeParse(body);
  if (readBody?.success === false) throw new BodyInvalid(operation, 'body', firstProblem(readBody.error));
}

function isFileToSend(value: unknown): value is FileToSend {
  return typeof value === 'object' && value !== null && 'source' in value;
}

function checkHeaders(operation: Operation, headers: LooseInput['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    const isSafe = /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value);
    if (!isSafe) throw new BodyInvalid(operation, 'headers', `${JSON.stringify(name)} holds what no header may hold`);
  }
}

function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  if (!query) return '';
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
