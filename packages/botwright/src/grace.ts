import { systemClock } from '@botwright/clock';

/** However long handlers took, plugins can still say goodbye, and what they hold be let go of. */
export const farewellMs = 500;
export const releaseMs = 250;

/** The time that a stop may take. By the machine's clock, since one that stands still would never let a process end. */
export class Grace {
  #end: number;

  constructor(readonly ms: number) {
    this.#end = systemClock.monotonic() + ms;
  }

  /** Makes sure that so much is left, however much was used up before. */
  leave(ms: number): void {
    this.#end = Math.max(this.#end, systemClock.monotonic() + ms);
  }

  /** Waits for some work. False when it did not end while there was time; it is not waited for any longer then. */
  async sees(work: PromiseLike<unknown>): Promise<boolean> {
    const enough = new AbortController();
    const over = systemClock.sleep(Math.max(0, this.#end - systemClock.monotonic()), enough.signal).then(
      () => false,
      () => true,
    );
    try {
      return await Promise.race([work.then(() => true), over]);
    } finally {
      enough.abort();
    }
  }
}
