import type { Clock } from '@botwright/clock';

/**
 * The time while what came in at once is handled. Reading the clock takes about as long as all else that is done with an
 * event nobody listens to, so what was read last holds for as long as nothing that may take long is called.
 */
export class TurnTime {
  /** What was read last in this turn; undefined between turns. */
  #lately: number | undefined;
  readonly #endListeners: (() => void)[] = [];

  constructor(private readonly clock: Clock) {}

  /** Begins a turn: until the code that runs now is done, before whatever waits for a promise goes on. */
  begin(): void {
    this.#lately = this.clock.monotonic();
    queueMicrotask(() => this.#end());
  }

  /** Whether a turn has begun and not ended. */
  get isOn(): boolean {
    return this.#lately !== undefined;
  }

  /** Calls back at the end of each turn. */
  onEnd(listener: () => void): void {
    this.#endListeners.push(listener);
  }

  /** The time as of the last reading in this turn; now, between turns. By the clock's `monotonic`. */
  lately(): number {
    return this.#lately ?? this.clock.monotonic();
  }

  /** The time now, to be called when something returned that may have taken long. */
  read(): number {
    const now = this.clock.monotonic();
    if (this.#lately !== undefined) this.#lately = now;
    return now;
  }

  #end(): void {
    for (const listener of this.#endListeners) listener();
    this.#lately = undefined;
  }
}
