/** What is told when something it follows is given up. */
export interface Follower {
  abort(reason: unknown): void;
}

/**
 * Something that can be given up. It is what an AbortController is, whose signal is made only for those who ask for one: to
 * make it and to listen to it costs more than all else that a call does of its own.
 */
export class Cancellation {
  #isAborted = false;
  #reason: unknown;
  #controller: AbortController | undefined;
  #followers: Follower[] | undefined;

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** Why it was given up; undefined while it was not. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Aborts when this does. Made when it is first read. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** @throws why it was given up, if it was. */
  throwIfAborted(): void {
    if (this.#isAborted) throw this.#reason;
  }

  /** Gives it up; only the first time counts. */
  abort(reason: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    const followers = this.#followers ?? [];
    this.#followers = undefined;
    for (const follower of followers) follower.abort(reason);
    this.#controller?.abort(reason);
  }

  /** Tells the follower when it is given up: at once, if it was already. */
  follow(follower: Follower): void {
    if (this.#isAborted) {
      follower.abort(this.#reason);
      return;
    }
    this.#followers ??= [];
    this.#followers.push(follower);
  }

  unfollow(follower: Follower): void {
    const place = this.#followers?.indexOf(follower) ?? -1;
    if (place >= 0) this.#followers?.splice(place, 1);
  }
}

/** A signal, or what can be asked for one. */
export type Abortable = AbortSignal | Cancellation;
