import type { Namespace } from '@botwright/store';

/** Something that is kept until a moment of the steady time; without one, the store's own expiry ends it. */
export interface Kept {
  readonly until?: number;
}

/** More entries are looked at than can have come since the last time, so that a round ends. */
const writesBetween = 50;
const lookedAtOnce = 100;

/**
 * Removes what is over, a few entries at a time as others are written. The store's own expiry would not do: it goes by
 * the wall clock, and once that is set ahead, calls that still count would be forgotten.
 */
export class Forgetting<Value extends Kept> {
  #writes = 0;
  #after = '';

  constructor(private readonly entries: Namespace<Value>) {}

  /** Is called after each write. */
  async noteWrite(now: number): Promise<void> {
    this.#writes += 1;
    if (this.#writes % writesBetween === 0) await this.#goOn(now);
  }

  async #goOn(now: number): Promise<void> {
    const after = this.#after;
    const isOver = ({ until }: Value) => until !== undefined && until <= now;
    const over: string[] = [];
    let seen = 0;
    // What does not fit the schema is an error for the call that needs it, and none of this one's.
    const selection = { limit: lookedAtOnce, onInvalid: () => undefined, ...(after !== '' && { after }) };
    for await (const { key, value } of this.entries.entries(selection)) {
      seen += 1;
      this.#after = key;
      if (isOver(value)) over.push(key);
    }
    if (seen < lookedAtOnce) this.#after = '';
    await Promise.all(
      over.map((key) => this.entries.update(key, (value) => value && (isOver(value) ? undefined : value))),
    );
  }
}
