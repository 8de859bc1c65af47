import type { Clock } from '@botwright/clock';
import type { Message } from '@botwright/protocol';
import { TokenShared } from './errors.js';
import type { Logger } from './log.js';

/**
 * What an earlier life of this process sent last may still be on its way when this one begins, and the two clocks need
 * not agree to the second.
 */
const afterthoughtMs = 60_000;

export interface SharedTokenSetup {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether a message's nonce was given by another process. */
  readonly isAnothers: (nonce: string | null) => boolean;
}

/** Finds out that somebody else uses the bot's token: its account says what this process never sent. */
export class SharedTokenWatch {
  readonly #listeners = new Set<(warning: TokenShared) => void>();
  #userId: string | undefined;
  /** From this moment on, on the clock that never jumps. */
  #watchesFrom = 0;
  /** Messages made before this moment do not count, in epoch milliseconds. */
  #countsFrom = 0;
  #warning: TokenShared | undefined;

  constructor(private readonly setup: SharedTokenSetup) {}

  /** What was found out; undefined while nothing was. */
  get warning(): TokenShared | undefined {
    return this.#warning;
  }

  /** READY came, and named the bot's account. */
  ready(userId: string): void {
    if (this.#userId === undefined) {
      this.#watchesFrom = this.setup.clock.monotonic() + afterthoughtMs;
      this.#countsFrom = this.setup.clock.now() + afterthoughtMs;
    }
    this.#userId = userId;
  }

  /**
   * A message was sent, by whomever. One without a nonce says nothing: the service need not keep them, and other clients
   * give none. Neither does one from before this process began, whose news comes late.
   */
  see({ id, channelId, createdBy, createdAt, nonce }: Message): void {
    if (this.#warning || createdBy.id !== this.#userId || !this.setup.isAnothers(nonce)) return;
    if (this.setup.clock.monotonic() < this.#watchesFrom || !(Date.parse(createdAt) >= this.#countsFrom)) return;
    this.#warn(new TokenShared(channelId, id));
  }

  /** Calls back once, when it is found out, or at once when it was already. Returns what ends that. */
  onShared(listener: (warning: TokenShared) => void): () => void {
    if (this.#warning) this.#call(listener, this.#warning);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #warn(warning: TokenShared): void {
    this.#warning = warning;
    this.setup.log.warn({ err: warning }, 'another process uses the same token');
    for (const listener of this.#listeners) this.#call(listener, warning);
  }

  #call(listener: (warning: TokenShared) => void, warning: TokenShared): void {
    try {
      listener(warning);
    } catch (error) {
      this.setup.log.error({ err: error }, 'a listener of a shared token failed');
    }
  }
}
