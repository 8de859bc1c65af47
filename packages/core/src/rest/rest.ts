import type { Clock } from '@botwright/clock';
import type { AnswerOf, BodyOf, Endpoint, Operation, ParametersOf, PartsOf, QueryOf } from '@botwright/protocol';
import { authorization, firstProblem } from '@botwright/protocol/facts';
import type { Abortable } from '../cancellation.js';
import { BodyInvalid, CircuitOpen, NotConnected } from '../errors.js';
import { currentCancellation } from '../handling.js';
import type { Logger } from '../log.js';
import type { Validation } from '../options.js';
import { operationOf, type Schemas } from '../schemas.js';
import { secretsRemover } from '../secrets.js';
import { Breaker } from './breaker.js';
import { Call, type CallTerms } from './call.js';
import { Deadlines } from './deadlines.js';
import type { FileToSend } from './file-to-send.js';
import { Limiter } from './limiter.js';
import { MultipartBody, type Parts, type ProgressListener } from './multipart-body.js';
import { Nonces } from './nonces.js';
import { Observers, type RequestObserver } from './observers.js';
import type { ResolvedRestOptions } from './options.js';
import { Overflow } from './overflow.js';
import type { Prepared } from './prepared.js';
import { type Priority, rankOf } from './priority.js';
import type { Recognition } from './recognition.js';
import { RetryBudget } from './retry-budget.js';
import { Route } from './route.js';
import { Run, type RunTools } from './run.js';
import { shareOpener } from './share-opener.js';
import type { PooledTransport } from './transport.js';

type Given<Name extends string, Value> = Value extends undefined ? unknown : { readonly [Key in Name]: Value };
type GivenParams<Params> = keyof Params extends never ? unknown : { readonly params: Params };
type GivenQuery<Query> = Query extends undefined ? unknown : { readonly query?: Query };
type GivenParts<Sent> = Sent extends undefined
  ? unknown
  : { readonly parts: Sent; readonly onProgress?: ProgressListener | undefined };

/** What goes with a call whatever the operation. */
interface CommonInput {
  readonly signal?: Abortable | undefined;
  /** Default `normal`. */
  readonly priority?: Priority | undefined;
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
  readonly options: ResolvedRestOptions;
  /** Hears the `date` of each answer. */
  readonly learnTime?: ((date: string | string[] | undefined) => void) | undefined;
  /** Default: nothing is logged. */
  readonly log?: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
}

/** The parts of an input, whichever of them the operation has. */
interface LooseInput extends CommonInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly parts?: Parts;
  readonly onProgress?: ProgressListener | undefined;
}

const noParams: Readonly<Record<string, unknown>> = {};

/** Calls operations of the service: permit, transport, reply. */
export class Rest {
  /** Names for messages, by which the bot knows its own. */
  readonly nonces = new Nonces();
  readonly #limiter: Limiter;
  readonly #breaker: Breaker;
  readonly #observers: Observers;
  readonly #calls: Deadlines<Call>;
  readonly #overflow: Overflow;
  readonly #terms: CallTerms;
  readonly #tools: RunTools;
  readonly #routes = new Map<Endpoint, Route>();
  readonly #headers: Readonly<Record<string, string>>;
  readonly #headersWithoutToken: Readonly<Record<string, string>>;
  readonly #removeSecrets: (text: string) => string;
  #isClosed = false;
  #onIdle: (() => void)[] = [];

  constructor(private readonly setup: RestSetup) {
    const { clock, options, log, token } = setup;
    this.#limiter = new Limiter(clock, options, shareOpener(token, options, log));
    this.#breaker = new Breaker(clock, (refusals, banAfter) =>
      log?.warn({ refusals, banAfter }, 'the service refuses many calls; such bots get banned'),
    );
    this.#observers = new Observers((error) => log?.error({ err: error }, 'an observer of requests failed'));
    this.#calls = new Deadlines(clock);
    this.#overflow = new Overflow(options.maxPending);
    this.#terms = { clock, timeoutMs: options.timeoutMs, calls: this.#calls };
    this.#tools = {
      limiter: this.#limiter,
      breaker: this.#breaker,
      observers: this.#observers,
      budget: new RetryBudget(clock),
      nonces: this.nonces,
      transport: setup.transport,
      clock,
      validate: setup.validate,
      maxWaitMs: options.maxWaitMs,
      learnTime: setup.learnTime,
      end: (call) => this.#end(call),
    };
    // The service's documents send the content type even where there is no content.
    this.#headersWithoutToken = { accept: 'application/json', 'content-type': 'application/json' };
    this.#headers = {
      ...this.#headersWithoutToken,
      ...(token !== undefined && { authorization: authorization(token) }),
    };
    this.#removeSecrets = secretsRemover(this.#secrets);
  }

  /**
   * Calls an operation. An error's `outcome` tells whether the service did what it was asked for.
   * @param recognition - How to find out whether a thing was made, when its answer got lost.
   * @throws {PathParameterInvalid} {@link BodyInvalid} before anything is sent.
   * @throws {FileUnreadable} when a file among its parts cannot be read to its end.
   * @throws {RequestRejected} for a status of 4xx, {@link ServiceFailed} for 5xx.
   * @throws {OutcomeUnknown} when what must not be done twice may have been done.
   * @throws {RateLimited} when the service asks for a longer pause than `maxWaitMs`.
   * @throws {QueueFull} when `maxPending` calls are under way, {@link CircuitOpen} when too many such calls were refused.
   * @throws {RequestTimedOut} {@link RequestFailed} {@link ReplyUnreadable}
   * @throws {NotConnected} after the client closed.
   * @throws the signal's reason, when it aborts, or that of the listener that makes the call.
   */
  call<Op extends Operation>(
    operation: Op | Endpoint<Op>,
    input: CallInput<Op>,
    recognition?: Recognition<AnswerOf<Op>>,
  ): Promise<AnswerOf<Op>> {
    try {
      return this.begin(operation, input, recognition);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * The same for an async function, which makes a rejection of what is thrown: what keeps a call from being sent at all is
   * thrown at once. So a call that is one too many leaves nothing that waits.
   */
  begin<Op extends Operation>(
    operation: Op | Endpoint<Op>,
    input: CallInput<Op>,
    recognition?: Recognition<AnswerOf<Op>>,
  ): Promise<AnswerOf<Op>> {
    this.admit(operation);
    const request = this.#prepare(operation, input);
    const refusals = this.#breaker.tripped(operation.id, request.bucket);
    if (refusals !== undefined) throw new CircuitOpen(operation, refusals);
    const call = new Call(operation, this.#terms, input.signal, currentCancellation());
    return new Run(this.#tools, request, call, recognition).result();
  }

  /**
   * For whoever prepares much before a call: there is room for one more.
   * @throws {QueueFull} {@link NotConnected} when there is not.
   */
  admit(operation: Endpoint): void {
    if (this.#isClosed) throw new NotConnected(`${operation.id} cannot be called`);
    if (this.#calls.size >= this.setup.options.maxPending) throw this.#overflow.refusal(operation);
  }

  /** How many rate limits are remembered: at most about 10,000, and those in use. */
  get bucketCount(): number {
    return this.#limiter.bucketCount;
  }

  /**
   * Hears of every request, for logs and figures. Costs nothing while nobody does.
   * @returns How to stop.
   */
  observe(observer: RequestObserver): () => void {
    return this.#observers.add(observer);
  }

  /** Resolves when no call is under way. */
  idle(): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** Gives up the calls that are under way and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#calls.items()) call.abort(new NotConnected('The call was given up'));
    await Promise.all([this.#limiter.close(), this.setup.transport.close()]);
  }

  #prepare(operation: Endpoint, input: LooseInput): Prepared {
    const { params = noParams, query, headers, priority = 'normal' } = input;
    if (headers !== undefined) checkHeaders(operation, headers);
    const route = this.#route(operation);
    const { template } = route;
    const secrets = template.secrets(params);
    const ownHeaders = operation.auth === 'webhook' ? this.#headersWithoutToken : this.#headers;
    return {
      operation,
      route,
      bucket: template.bucket(params),
      rank: rankOf[priority],
      path: template.fill(params) + queryString(query),
      headers: headers ? { ...headers, ...ownHeaders } : ownHeaders,
      body: contentFor(operation, input),
      check: this.setup.validate === 'full' ? (schemas) => checkOutgoing(operation, input, schemas) : undefined,
      clean: secrets.length === 0 ? this.#removeSecrets : secretsRemover([...this.#secrets, ...secrets]),
      params,
    };
  }

  get #secrets(): string[] {
    return this.setup.token === undefined ? [] : [this.setup.token];
  }

  #route(operation: Endpoint): Route {
    let route = this.#routes.get(operation);
    if (!route) {
      route = new Route(operation);
      this.#routes.set(operation, route);
    }
    return route;
  }

  #end(call: Call): void {
    call.end();
    if (this.#calls.size > 0) return;
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}

function contentFor(operation: Endpoint, { body, parts, onProgress }: LooseInput): Prepared['body'] {
  if (parts !== undefined) return new MultipartBody(operation, parts, onProgress);
  if (body === undefined) return undefined;
  try {
    return JSON.stringify(body);
  } catch (error) {
    // It runs in a circle, or is nested too deeply.
    throw new BodyInvalid(operation, 'body', `it cannot be written as JSON (${String(error)})`);
  }
}

function checkOutgoing(endpoint: Endpoint, { query, body, parts }: LooseInput, schemas: Schemas): void {
  const operation = operationOf(endpoint, schemas);
  const readQuery = query === undefined ? undefined : operation.query?.safeParse(query);
  if (readQuery?.success === false) throw new BodyInvalid(operation, 'query', firstProblem(readQuery.error));
  const { multipart } = operation;
  const readBody = multipart
    ? schemas.partsSchema(multipart, isFileToSend).safeParse(parts)
    : operation.body?.safeParse(body);
  if (readBody?.success === false) throw new BodyInvalid(operation, 'body', firstProblem(readBody.error));
}

function isFileToSend(value: unknown): value is FileToSend {
  return typeof value === 'object' && value !== null && 'source' in value;
}

function checkHeaders(operation: Endpoint, headers: Readonly<Record<string, string>>): void {
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
