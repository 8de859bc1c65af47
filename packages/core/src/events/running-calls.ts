import type { Clock, Timer } from '@botwright/clock';
import { Roll } from '../roll.js';
import type { ListenerCall } from './listener-call.js';

/**
 * The calls of listeners that are not done, and the moment each of them has to be. All have the same time, so the one that
 * began first runs out first, and one timer does for all.
 */
export class RunningCalls {
  /** In the order in which they began. */
  readonly #timed = new Roll<ListenerCall>();
  readonly #released = new Roll<ListenerCall>();
  #timer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly deadlineMs: number,
    private readonly expire: (call: ListenerCall) => void,
  ) {}

  /** Those that a lane waits for. */
  get timed(): Roll<ListenerCall> {
    return this.#timed;
  }

  /** Those that go on without their lane. */
  get released(): Roll<ListenerCall> {
    return this.#released;
  }

  add(call: ListenerCall): void {
    if (call.isReleased) {
      this.#released.add(call);
      return;
    }
    call.timedFrom = this.clock.monotonic();
    this.#timed.add(call);
    if (this.#timer === undefined) this.#watch(this.deadlineMs);
  }

  /** No longer timed, but not done either. */
  release(call: ListenerCall): void {
    // A listener that releases before its first promise was not added yet.
    if (!this.#timed.has(call)) return;
    this.delete(call);
    this.#released.add(call);
  }

  delete(call: ListenerCall): void {
    this.#released.delete(call);
    this.#timed.delete(call);
    if (this.#timed.size === 0) this.#stopWatching();
  }

  /** Gives up those that go on without their lane, or all. */
  abort(which: 'released' | 'all', reason: unknown): void {
    const calls = which === 'all' ? [...this.#timed, ...this.#released] : [...this.#released];
    for (const call of calls) {
      this.delete(call);
      call.abort(reason);
    }
  }

  #watch(ms: number): void {
    if (this.deadlineMs === Number.POSITIVE_INFINITY) return;
    this.#timer = this.clock.setTimeout(() => this.#look(), ms);
  }

  #stopWatching(): void {
    this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#timer = undefined;
    for (const call of this.#timed) {
      const leftMs = call.timedFrom + this.deadlineMs - this.clock.monotonic();
      if (leftMs > 0) {
        if (this.#timer === undefined) this.#watch(leftMs);
        return;
      }
      this.delete(call);
      this.expire(call);
    }
  }
}
