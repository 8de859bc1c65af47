import type { LimitShare, SharedLimits, SharedLimitsTerms, SharedPlace, SharedWait } from '../../src/index.js';

export type Answer = 'place' | 'unasked' | Omit<SharedWait, 'kind'>;

/** The other processes that share a client's limits, as a test wants them. */
export class Others implements SharedLimits, LimitShare {
  isReachable = true;
  isClosed = false;
  terms: SharedLimitsTerms | undefined;
  /** What the client did, in words. */
  readonly heard: string[] = [];
  /** What each question is answered with. */
  answer: (bucket: string) => Answer | Promise<Answer> = () => 'place';

  open(terms: SharedLimitsTerms): LimitShare {
    this.terms = terms;
    return this;
  }

  async ask(bucket: string): Promise<SharedPlace | SharedWait | undefined> {
    const { id } = this.#note('asks', bucket);
    const answer = await this.answer(bucket);
    if (answer === 'unasked') return undefined;
    return answer === 'place' ? this.#place(id) : { kind: 'wait', ...answer };
  }

  leave(bucket: string): void {
    this.#note('leaves', bucket);
  }

  pardon(bucket: string): void {
    this.#note('pardons', bucket);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.isReachable = false;
  }

  #place(id: string): SharedPlace {
    return {
      kind: 'place',
      passed: (notice) => this.#note(`passed${notice ? ` ${notice.remaining}/${notice.limit}` : ''}`, id),
      failed: () => this.#note('failed', id),
      giveBack: () => this.#note('back', id),
      refused: ({ scope, pauseMs, isCertain }) =>
        this.#note(`refused ${scope} ${pauseMs}${isCertain ? ' certainly' : ''}`, id),
    };
  }

  /** The last part of a bucket's name says which one it is. */
  #note(what: string, bucket: string): { readonly id: string } {
    const id = bucket.slice(bucket.lastIndexOf(':') + 1);
    this.heard.push(`${what} ${id}`);
    return { id };
  }
}
