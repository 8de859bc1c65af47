import type { Clock, Timer } from '@botwright/clock';
import type { Operation } from '@botwright/protocol';
import { RequestTimedOut } from '../errors.js';

/**
 * One call from its start to its end: a signal that says when nobody waits for it any more, be it that the caller gave
 * up, the client closed or the time ran out. Its time runs only between `resume` and `pause`.
 */
export class Call {
  readonly #controller = new AbortController();
  #leftMs: number;
  #startedAt = 0;
  #timer: Timer | undefined;

  constructor(
    private readonly operation: Operation,
    private readonly timeoutMs: number,
    private readonly clock: Clock,
    private readonly callerSignal: AbortSignal | undefined,
  ) {
    this.#leftMs = timeoutMs;
    if (callerSignal?.aborted) this.#controller.abort(callerSignal.reason);
    callerSignal?.addEventListener('abort', this.#followCaller, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  resume(): void {
    this.#startedAt = this.clock.monotonic();
    this.#timer = this.clock.setTimeout(
      () => this.abort(new RequestTimedOut(this.operation, this.timeoutMs)),
      Math.max(0, this.#leftMs),
    );
  }

  pause(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= this.clock.monotonic() - this.#startedAt;
  }

  /** Something went forward: the whole time runs anew. */
  restart(): void {
    this.clock.clearTimeout(this.#timer);
    this.#leftMs = this.timeoutMs;
    this.resume();
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  end(): void {
    this.clock.clearTimeout(this.#timer);
    this.callerSignal?.removeEventListener('abort', this.#followCaller);
  }

  // An arrow function, so that it can be removed again.
  readonly #followCaller = (): void => this.abort(this.callerSignal?.reason);
}
