import type { Clock } from '@botwright/clock';
import type { AnswerOf, Endpoint, Operation } from '@botwright/protocol';
import {
  OutcomeUnknown,
  RateLimited,
  ReplyUnreadable,
  RequestError,
  RequestFailed,
  TransportFailed,
} from '../errors.js';
import type { Validation } from '../options.js';
import { loadSchemas, schemasAtHand } from '../schemas.js';
import { Attempt } from './attempt.js';
import type { Breaker } from './breaker.js';
import type { Call } from './call.js';
import { limitNotice, saysLimit } from './limit-headers.js';
import type { Limiter } from './limiter.js';
import { MultipartBody } from './multipart-body.js';
import type { Nonces } from './nonces.js';
import type { Observers } from './observers.js';
import type { Permit } from './permit.js';
import type { Prepared } from './prepared.js';
import type { Recognition } from './recognition.js';
import { refusalIn } from './refusal.js';
import { readReply } from './reply.js';
import { backoffMs, isOnceOnly, isServed, isTurnedDown, mayHaveHappened, type Outcome, retryDelayMs } from './retry.js';
import type { RetryBudget } from './retry-budget.js';
import type { PooledTransport, TransportReply, TransportRequest } from './transport.js';

/** What all calls share. */
export interface RunTools {
  readonly limiter: Limiter;
  readonly breaker: Breaker;
  readonly observers: Observers;
  readonly budget: RetryBudget;
  readonly nonces: Nonces;
  readonly transport: PooledTransport;
  readonly clock: Clock;
  readonly validate: Validation;
  readonly maxWaitMs: number;
  /** Hears the `date` of each answer. */
  readonly learnTime: ((date: string | string[] | undefined) => void) | undefined;
  readonly end: (call: Call) => void;
}

/** Where a lost thing did not turn up at once, it is looked for once more. */
const mostLooks = 2;

/** One call, from its turn to its answer, whatever has to be repeated in between. */
export class Run<Op extends Operation> {
  readonly #permit: Permit;
  /** Requests that were not one too many. */
  #attempts = 0;
  #requests = 0;
  /** Since when the call has been waiting for the request that is next. */
  #waitingSince = 0;
  /** How long it waited for refusals that concerned it alone. */
  #pausedAloneMs = 0;
  #firstAt = 0;
  /** Whether a request before this one may have done what was asked for. */
  #couldHaveHappened = false;
  #wasSentAgain = false;

  constructor(
    private readonly tools: RunTools,
    private readonly request: Prepared,
    private readonly call: Call,
    private readonly recognition: Recognition<AnswerOf<Op>> | undefined,
  ) {
    const { bucket, route, rank } = request;
    this.#permit = tools.limiter.permit(call, bucket, route.isOrdered, rank);
  }

  /** @throws what {@link Rest.call} throws. */
  async result(): Promise<AnswerOf<Op>> {
    try {
      const checking = this.#check();
      if (checking !== undefined) await checking;
      this.call.throwIfAborted();
      for (;;) {
        const waiting = this.#takeTurn();
        if (waiting !== undefined) await waiting;
        const outcome = await this.#send();
        const pausing = this.#settle(outcome);
        if (pausing !== undefined) {
          await pausing;
          continue;
        }
        // Most calls end here, after a single `await`: each costs about as much as all that the limiter does.
        if (isServed(outcome)) {
          const answer = this.#read(outcome);
          return answer instanceof Promise ? await answer : answer;
        }
        const answer = await this.#conclude(outcome);
        if (answer !== undefined) return answer;
      }
    } catch (error) {
      return await this.#recover(error);
    } finally {
      this.tools.limiter.release(this.#permit);
      this.tools.end(this.call);
    }
  }

  /** Undefined when what goes out was compared with the schemas at once, or is not to be. */
  #check(): Promise<void> | undefined {
    const { check } = this.request;
    if (!check) return undefined;
    const schemas = schemasAtHand();
    if (!schemas) return loadSchemas().then(check);
    check(schemas);
    return undefined;
  }

  /** Undefined when a request may go out at once. */
  #takeTurn(): Promise<void> | undefined {
    this.#waitingSince = this.tools.clock.monotonic();
    return this.tools.limiter.clearance(this.#permit, this.#waitingSince);
  }

  #send(): Promise<Outcome> {
    const { startedAt } = this.#permit;
    if (this.#requests === 0) this.#firstAt = startedAt;
    this.#requests += 1;
    this.call.resume(startedAt);
    this.#observeStart();
    this.#couldHaveHappened = this.call.mayHaveHappened;
    this.call.mayHaveHappened = !this.request.route.isRead;
    const { headers, body } = this.request;
    return body instanceof MultipartBody ? this.#exchangeParts(body) : this.#exchange(headers, body);
  }

  async #exchangeParts(body: MultipartBody): Promise<Outcome> {
    const open = await body.open(this.call);
    try {
      return await this.#exchange({ ...this.request.headers, ...open.headers }, open.content);
    } finally {
      open.close();
    }
  }

  #exchange(headers: TransportRequest['headers'], body: TransportRequest['body']): Promise<Outcome> {
    // Between its turn and here a call waits for nobody who could be told that it was given up.
    this.call.throwIfAborted();
    const { operation, path } = this.request;
    const isRepeated = this.#attempts > 0;
    return this.tools.transport.send(new Attempt(this.call, operation.method, path, headers, body, isRepeated));
  }

  /** Notes what came of a request; where it was one too many, what is returned resolves when the pause is over. */
  #settle(outcome: Outcome): Promise<void> | undefined {
    const { breaker, budget, limiter, clock, learnTime } = this.tools;
    const { operation, bucket } = this.request;
    const now = clock.monotonic();
    this.call.mayHaveHappened = this.#couldHaveHappened || mayHaveHappened(operation, outcome);
    this.#observeEnd(outcome, now);
    if (outcome instanceof TransportFailed) {
      limiter.failed(this.#permit, now);
      return undefined;
    }
    const { status, headers } = outcome;
    learnTime?.(headers['date']);
    breaker.answered(operation.id, bucket, status);
    if (status === 429) return this.#pause(outcome, now);
    budget.earn();
    limiter.passed(this.#permit, now, saysLimit(headers) ? limitNotice(headers, clock.now()) : undefined);
    return undefined;
  }

  async #pause(reply: TransportReply, now: number): Promise<void> {
    const { clock, limiter, observers, maxWaitMs } = this.tools;
    this.call.pause(now);
    const refusal = refusalIn(reply, clock.now(), this.request.route.makesSequence);
    if (observers.areThere) {
      observers.pause({ ...this.#facts(), retryAfterMs: refusal.pauseMs, scope: refusal.scope });
    }
    const aloneMs = limiter.refused(this.#permit, refusal, now);
    if (aloneMs === 0) return;
    this.#pausedAloneMs += aloneMs;
    if (this.#pausedAloneMs > maxWaitMs) throw new RateLimited(this.request.operation, Math.ceil(aloneMs), maxWaitMs);
    await this.call.sleep(aloneMs);
  }

  /** Makes an answer or an error of an outcome; undefined when the request is to be repeated. */
  async #conclude(outcome: Outcome): Promise<AnswerOf<Op> | undefined> {
    this.#attempts += 1;
    const { clock, budget } = this.tools;
    const { operation } = this.request;
    const now = clock.now();
    const delayMs = retryDelayMs(operation, outcome, { attempts: this.#attempts, now, random: Math.random() });
    if (delayMs !== undefined && delayMs < this.call.leftMs(clock.monotonic()) && budget.take()) {
      if (!this.request.route.isOrdered) this.tools.limiter.yield(this.#permit);
      await this.call.sleep(delayMs);
      this.call.pause(clock.monotonic());
      return undefined;
    }
    if (this.recognition && mayHaveHappened(operation, outcome)) return await this.#lookFor(this.recognition, outcome);
    if (outcome instanceof TransportFailed) throw this.#failure(outcome);
    return await this.#read(outcome);
  }

  #read(reply: TransportReply): AnswerOf<Op> | Promise<AnswerOf<Op>> {
    const { operation, clean, route, params } = this.request;
    const shownParams = () => route.template.shown(params);
    // The operation is that of the call.
    return readReply(operation as Endpoint<Op>, reply, { mode: this.tools.validate, clean, params: shownParams });
  }

  /** What was made although its answer cannot be read may still be found; any other error is thrown. */
  async #recover(error: unknown): Promise<AnswerOf<Op>> {
    const wasMade = error instanceof ReplyUnreadable && error.outcome === 'accepted';
    if (!wasMade || !this.recognition) throw this.#clear(error);
    const found = await this.#found(this.recognition).catch((reason: unknown) => {
      throw this.#clear(reason);
    });
    if (found === 'absent' || found === 'unclear') throw this.#clear(error);
    return found;
  }

  /** Finds out whether what may have been made was made; undefined when it was not, and is to be asked for again. */
  async #lookFor(recognition: Recognition<AnswerOf<Op>>, outcome: Outcome): Promise<AnswerOf<Op> | undefined> {
    const { clock, nonces } = this.tools;
    const isLast = isTurnedDown(outcome);
    for (let look = 1; look <= (isLast ? 1 : mostLooks); look += 1) {
      await this.call.sleep(backoffMs(look, Math.random()));
      const found = await this.#found(recognition);
      if (found === 'unclear') break;
      if (found !== 'absent') return found;
      if (isLast && nonces.areKept && !this.#wasSentAgain) {
        this.#wasSentAgain = true;
        this.call.pause(clock.monotonic());
        return undefined;
      }
    }
    if (outcome instanceof TransportFailed) throw this.#failure(outcome);
    return await this.#read(outcome);
  }

  async #found(recognition: Recognition<AnswerOf<Op>>): Promise<AnswerOf<Op> | 'absent' | 'unclear'> {
    const elapsedMs = this.tools.clock.monotonic() - this.#firstAt;
    try {
      return await recognition.find(elapsedMs, this.call.signal);
    } catch (error) {
      this.call.throwIfAborted();
      // Whoever may write in a channel need not be allowed to read it.
      if (error instanceof RequestError) return 'unclear';
      throw error;
    }
  }

  #failure(outcome: TransportFailed): RequestFailed {
    return new RequestFailed(this.request.operation, outcome.sent, { cause: outcome });
  }

  /** Says so where a failure leaves open whether something was done that must not be done twice. */
  #clear(error: unknown): unknown {
    const { operation } = this.request;
    const isOpen = error instanceof RequestError && error.outcome === 'unknown' && isOnceOnly(operation);
    if (!isOpen || error instanceof OutcomeUnknown) return error;
    const { nonce, channelId } = this.recognition ?? {};
    return new OutcomeUnknown(operation, { nonce, channelId }, { cause: error });
  }

  #observeStart(): void {
    const { observers } = this.tools;
    if (!observers.areThere) return;
    observers.request({ ...this.#facts(), waitedMs: this.#permit.startedAt - this.#waitingSince });
  }

  #observeEnd(outcome: Outcome, now: number): void {
    const { observers } = this.tools;
    if (!observers.areThere) return;
    const ms = now - this.#permit.startedAt;
    if (outcome instanceof TransportFailed) {
      observers.reply({ ...this.#facts(), ms, status: undefined, error: outcome });
    } else {
      observers.reply({ ...this.#facts(), ms, status: outcome.status });
    }
  }

  #facts(): { operation: string; method: string; path: string; attempt: number } {
    const { operation, path, clean } = this.request;
    return { operation: operation.id, method: operation.method, path: clean(path), attempt: this.#requests };
  }
}
