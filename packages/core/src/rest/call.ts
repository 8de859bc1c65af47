import type { Clock } from '@botwright/clock';
import type { Endpoint } from '@botwright/protocol';
import { type Abortable, Cancellation } from '../cancellation.js';
import { RequestTimedOut } from '../errors.js';
import type { Dated, Deadlines } from './deadlines.js';

/** What a call needs from whoever makes it. */
export interface CallTerms {
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The calls that are under way. */
  readonly calls: Deadlines<Call>;
}

/**
 * One call from its start to its end. It is given up when the caller says so, the client closes or the time runs out,
 * which runs only between `resume` and `pause`. Then whoever it waits for at the moment is told: a call waits for one
 * thing at a time, and needs no signal for that.
 */
export class Call implements Dated {
  dueAt = Number.POSITIVE_INFINITY;
  place = -1;
  /** Set by what the call waits for, and only that long. */
  onAbort: ((reason: unknown) => void) | undefined;
  /** Whether the service may have done what it was asked for, from the first request until one is known to have failed. */
  mayHaveHappened = false;
  #abortReason: unknown;
  #controller: AbortController | undefined;
  #leftMs: number;

  constructor(
    readonly operation: Endpoint,
    private readonly terms: CallTerms,
    /** Of the caller, and of the listener that makes the call. */
    private readonly callerSignal: Abortable | undefined,
    private readonly listenerSignal: Abortable | undefined,
  ) {
    this.#leftMs = terms.timeoutMs;
    terms.calls.watch(this);
    if (callerSignal) this.#follow(callerSignal);
    if (listenerSignal) this.#follow(listenerSignal);
  }

  /** Why the call was given up; undefined when it was not. */
  get abortReason(): unknown {
    return this.#abortReason;
  }

  /** For what knows signals alone; made when it is first read. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** @throws the reason for which the call was given up. */
  throwIfAborted(): void {
    if (this.#abortReason !== undefined) throw this.#abortReason;
  }

  /** @param now - Monotonic. */
  resume(now: number): void {
    this.dueAt = now + this.#leftMs;
    this.terms.calls.watch(this);
  }

  /** How much of its time is left. */
  leftMs(now: number): number {
    return this.dueAt === Number.POSITIVE_INFINITY ? this.#leftMs : this.dueAt - now;
  }

  /** @param now - Monotonic. */
  pause(now: number): void {
    if (this.dueAt === Number.POSITIVE_INFINITY) return;
    this.#leftMs = this.dueAt - now;
    this.dueAt = Number.POSITIVE_INFINITY;
    this.terms.calls.spare();
  }

  /** Something went forward: the whole time runs anew. */
  restart(): void {
    this.#leftMs = this.terms.timeoutMs;
    this.dueAt = this.terms.clock.monotonic() + this.#leftMs;
  }

  expire(): void {
    const outcome = this.mayHaveHappened ? 'unknown' : 'refused';
    this.abort(new RequestTimedOut(this.operation, this.terms.timeoutMs, outcome));
  }

  abort(reason: unknown): void {
    if (this.#abortReason !== undefined) return;
    this.#abortReason = reason ?? new DOMException('The call was given up', 'AbortError');
    this.#controller?.abort(this.#abortReason);
    this.onAbort?.(this.#abortReason);
  }

  end(): void {
    this.terms.calls.unwatch(this);
    if (this.callerSignal) this.#unfollow(this.callerSignal);
    if (this.listenerSignal) this.#unfollow(this.listenerSignal);
  }

  /** @throws the reason for which the call is given up meanwhile. */
  sleep(ms: number): Promise<void> {
    return this.terms.clock.sleep(ms, this.signal);
  }

  /** One of the signals aborted. */
  handleEvent(event: Event): void {
    this.abort((event.target as AbortSignal).reason);
  }

  #follow(abortable: Abortable): void {
    if (abortable instanceof Cancellation) abortable.follow(this);
    else if (abortable.aborted) this.abort(abortable.reason);
    else abortable.addEventListener('abort', this, { once: true });
  }

  #unfollow(abortable: Abortable): void {
    if (abortable instanceof Cancellation) abortable.unfollow(this);
    else abortable.removeEventListener('abort', this);
  }
}
