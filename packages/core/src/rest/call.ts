import type { Clock } from '@botwright/clock';
import type { Operation } from '@botwright/protocol';
import { RequestTimedOut } from '../errors.js';
import type { Dated, Deadlines } from './deadlines.js';

/** What a call needs from whoever makes it. */
export interface CallTerms {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
}

/**
 * One call from its start to its end. It is given up when the caller says so, the client closes or the time runs out,
 * which runs only between `resume` and `pause`. Then whoever it waits for at the moment is told: a call waits for one
 * thing at a time, and needs no signal for that.
 */
export class Call implements Dated {
  dueAt = Number.POSITIVE_INFINITY;
  /** Set by what the call waits for, and only that long. */
  onAbort: ((reason: unknown) => void) | undefined;
  /** Whether the service may have done what it was asked for, from the first request until one is known to have failed. */
  mayHaveHappened = false;
  #abortReason: unknown;
  #controller: AbortController | undefined;
  #leftMs: number;
  readonly #signals: readonly AbortSignal[];

  constructor(
    readonly operation: Operation,
    private readonly terms: CallTerms,
    ...signals: (AbortSignal | undefined)[]
  ) {
    this.#leftMs = terms.timeoutMs;
    this.#signals = signals.filter((signal) => signal !== undefined);
    for (const signal of this.#signals) {
      if (signal.aborted) this.abort(signal.reason);
      else signal.addEventListener('abort', this.#follow, { once: true });
    }
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
    this.terms.deadlines.watch(this);
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
    this.terms.deadlines.unwatch(this);
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
    this.terms.deadlines.unwatch(this);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#follow);
  }

  /** @throws the reason for which the call is given up meanwhile. */
  sleep(ms: number): Promise<void> {
    return this.terms.clock.sleep(ms, this.signal);
  }

  // An arrow function, so that it can be removed again.
  readonly #follow = (event: Event): void => this.abort((event.target as AbortSignal).reason);
}
