import { type Clock, systemClock } from '@botwright/clock';
import { type Cancellation, checkNumbers } from '@botwright/core';
import type { UserId } from '@botwright/protocol';
import type { CommandContext } from './context.js';
import { CallCancelled } from './errors.js';
import { WaitCancelled, WaitTimedOut } from './waits/errors.js';

/** How calls that fail are answered. */
export interface FailureAnswerOptions {
  /** One person gets at most one such answer in so many milliseconds; default 2,000, and 0 answers each. */
  readonly quietMs?: number;
  /** Deletes such an answer after so many milliseconds; it stays unless it is said. */
  readonly deleteAfterMs?: number;
}

const failureAnswerDefaults = { quietMs: 2_000 } as const satisfies FailureAnswerOptions;
/** Whoever floods a bot from more accounts than this at once is answered again. */
const mostRemembered = 10_000;

/** Tells people why their calls failed, but not so often that somebody could make the bot flood a channel. */
export class FailureAnswers {
  readonly #options: FailureAnswerOptions & Required<Pick<FailureAnswerOptions, 'quietMs'>>;
  readonly #clock: Clock;
  /** When each was answered last, the longest ago first. */
  readonly #answeredAt = new Map<UserId, number>();

  /** @throws {OptionInvalid} for what is no time. */
  constructor(options: FailureAnswerOptions = {}, clock: Clock = systemClock) {
    checkNumbers('failureAnswers', options, { timers: ['deleteAfterMs'], zeros: ['quietMs'] });
    this.#options = { ...failureAnswerDefaults, ...options };
    this.#clock = clock;
  }

  /**
   * Answers a call; an answer that cannot be sent is logged. An empty text is none.
   *
   * @param error - Why it failed: whoever was asked something is always told that nobody waits for them any longer.
   */
  async give(text: string, context: CommandContext, error: unknown, { reason }: Cancellation): Promise<void> {
    const endsWait = error instanceof WaitCancelled || error instanceof WaitTimedOut;
    if (text === '' || !(endsWait || this.#mayAnswer(context.author.id))) return;
    try {
      const { id } = await context.reply(text, optionsOf(reason));
      const { deleteAfterMs } = this.#options;
      if (deleteAfterMs !== undefined) {
        this.#clock.setTimeout(() => void this.#remove(id, context), deleteAfterMs);
      }
    } catch (error) {
      context.log.warn({ err: error }, 'the answer to a failed call could not be sent');
    }
  }

  #mayAnswer(author: UserId): boolean {
    const now = this.#clock.monotonic();
    const before = this.#answeredAt.get(author);
    if (before !== undefined && now - before < this.#options.quietMs) return false;
    this.#answeredAt.delete(author);
    this.#answeredAt.set(author, now);
    const [oldest] = this.#answeredAt.keys();
    if (this.#answeredAt.size > mostRemembered && oldest !== undefined) this.#answeredAt.delete(oldest);
    return true;
  }

  async #remove(id: string, { api, channelId, log }: CommandContext): Promise<void> {
    try {
      await api.messages.delete(channelId, id);
    } catch (error) {
      log.debug({ err: error }, 'the answer to a failed call could not be deleted');
    }
  }
}

/** A call that was given up for good is told so all the same, which its own signal would not allow. */
function optionsOf(reason: unknown) {
  return reason instanceof CallCancelled ? { signal: undefined } : {};
}
