import { VirtualClock } from '../../src/index.js';

/** Virtual time that a busy process sees pass before its timers fire. */
export class BusyClock extends VirtualClock {
  #passedMs = 0;

  pass(ms: number): void {
    this.#passedMs += ms;
  }

  override monotonic(): number {
    return super.monotonic() + this.#passedMs;
  }
}
