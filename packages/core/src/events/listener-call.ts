import { Cancellation } from '../cancellation.js';
import type { Handling } from '../handling.js';
import type { Listed } from '../roll.js';

/** What a dispatcher learns of one call of a listener. */
export interface ListenerCallHandlers {
  /** Called at most once, and not after the call ended. */
  released(call: ListenerCall): void;
}

/** One call of a listener: what the listener sees of it, and how long its lane waits. */
export class ListenerCall extends Cancellation implements Handling, Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;
  /** When it had returned a promise, by the clock's `monotonic`: its deadline counts from then. */
  timedFrom = 0;
  #isReleased = false;
  #letGo: (() => void) | undefined;

  constructor(
    readonly kind: string,
    readonly listener: string,
    private readonly handlers: ListenerCallHandlers,
  ) {
    super();
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  release(): void {
    if (this.#isReleased || this.isAborted) return;
    this.#isReleased = true;
    this.handlers.released(this);
    this.letGo();
  }

  /** Nobody waits for it any longer. */
  override abort(reason: unknown): void {
    super.abort(reason);
    this.letGo();
  }

  /** Whether an error only repeats why the call was aborted. */
  isAbortedFor(error: unknown): boolean {
    return this.isAborted && error === this.reason;
  }

  /** Resolves when its lane need not wait for it any longer: it ended, was released or aborted. */
  over(): Promise<void> {
    return new Promise((resolve) => {
      this.#letGo = resolve;
    });
  }

  letGo(): void {
    this.#letGo?.();
  }
}
