import { Cancellation } from '../cancellation.js';
import type { Handling } from '../handling.js';
import type { Listed } from '../roll.js';

/** What a dispatcher learns of one call of a listener. */
export interface ListenerCallHandlers {
  /** Called at most once, and not after the call ended. */
  released(call: ListenerCall): void;
}

/** One call of a listener: what the listener sees of it, and how long its lane waits. */
export class ListenerCall implements Handling, Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;
  /** When it had returned a promise, by the clock's `monotonic`: its deadline counts from then. */
  timedFrom = 0;
  #isReleased = false;
  #letGo: (() => void) | undefined;
  /** Made when it is first asked for: most calls are done before anybody follows them. */
  #cancellation: Cancellation | undefined;

  constructor(
    readonly kind: string,
    readonly listener: string,
    private readonly handlers: ListenerCallHandlers,
  ) {}

  /** Gives up what the listener does; whoever aborts it, nobody waits for the listener any longer. */
  get cancellation(): Cancellation {
    if (this.#cancellation === undefined) {
      this.#cancellation = new Cancellation();
      this.#cancellation.follow({ abort: () => this.letGo() });
    }
    return this.#cancellation;
  }

  get signal(): AbortSignal {
    return this.cancellation.signal;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  release(): void {
    if (this.#isReleased || this.#cancellation?.isAborted) return;
    this.#isReleased = true;
    this.handlers.released(this);
    this.letGo();
  }

  /** Nobody waits for it any longer. */
  abort(reason: unknown): void {
    this.cancellation.abort(reason);
  }

  /** Whether an error only repeats why the call was aborted. */
  isAbortedFor(error: unknown): boolean {
    return this.#cancellation?.isAborted === true && error === this.#cancellation.reason;
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
