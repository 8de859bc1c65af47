import { setImmediate } from 'node:timers/promises';
import { type SharedLimitsTerms, systemClock } from '@botwright/core';
import { type Channel, type Connection, connect } from './connection.js';
import { LimitsUnshared } from './errors.js';
import type { ScriptName } from './scripts.js';

export interface RedisLinkOptions {
  readonly url: string;
  readonly answerWithinMs: number;
}

/** To connect may take as long as so many answers. */
const answersToConnect = 5;
const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** At the end answers that are under way are waited for this long. */
const lastAnswersMs = 200;
/** A loss so soon after another is not worth another line in the log. */
const quietMs = 2_000;

/**
 * A connection to Redis, from the first question to the end. It comes back after a loss by itself; whoever asks meanwhile
 * is not kept waiting.
 */
export class RedisLink {
  #isClosed = false;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  /** Settles when the first attempt to connect is over. */
  readonly #tried = Promise.withResolvers<void>();
  #connection: Connection | undefined;
  #isLost = false;
  /** Since the last answer. */
  #attempts = 0;
  #isLossSaid = false;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: RedisLinkOptions,
    private readonly log: SharedLimitsTerms['log'],
    private readonly channel: Channel,
  ) {}

  /** Also before the first attempt, so that nobody goes out unasked while it is under way. */
  get isReachable(): boolean {
    return !this.#isLost && !this.#isClosed;
  }

  /** @returns What the script answers; undefined when Redis cannot be asked. */
  async run(script: ScriptName, keys: string[], args: string[]): Promise<unknown> {
    if (!this.isReachable) return undefined;
    this.#running ??= this.#keepConnected();
    await this.#tried.promise;
    const connection = this.#connection;
    if (!connection) return undefined;
    try {
      const answer = await within(this.options.answerWithinMs, connection.run(script, keys, args));
      this.#answered();
      return answer;
    } catch (error) {
      connection.drop(error as Error);
      return undefined;
    }
  }

  /** Waits a moment for answers that are under way, and closes what is open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#tried.resolve();
    // Whoever has something to say already says it first.
    await this.#tried.promise;
    // What does not answer now is not waited for.
    await within(lastAnswersMs, this.#connection?.end() ?? Promise.resolve()).catch(() => undefined);
    this.#stop.abort();
    await this.#running;
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#stop;
    while (!this.#isClosed) {
      const cause = await this.#live();
      this.#tried.resolve();
      if (this.#isClosed) return;
      this.#lose(cause);
      const pauseMs = Math.min(firstPauseMs * 2 ** this.#attempts, longestPauseMs);
      this.#attempts += 1;
      // Closing ends it early, and this loop with it.
      await systemClock.sleep(pauseMs * (1 + Math.random() / 2), signal).catch(() => undefined);
    }
  }

  /** Connects, and stays so. @returns Why that ended. */
  async #live(): Promise<Error> {
    const end = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, end.signal]);
    const { url, answerWithinMs } = this.options;
    try {
      // Loaded only by whoever shares limits, and not before the first call.
      const library = await import('@redis/client');
      const connecting = connect(library, url, this.channel, signal);
      const connection = await within(answersToConnect * answerWithinMs, connecting);
      this.#connection = connection;
      this.#isLost = false;
      this.#tried.resolve();
      return await connection.ended;
    } catch (error) {
      return error as Error;
    } finally {
      this.#connection = undefined;
      end.abort();
    }
  }

  #answered(): void {
    this.#attempts = 0;
    if (!this.#isLossSaid) return;
    this.#isLossSaid = false;
    this.log?.info({ address: this.#address }, 'Redis answers again: limits are shared');
  }

  #lose(cause: Error): void {
    this.#isLost = true;
    const now = systemClock.monotonic();
    if (this.#isLossSaid || now - this.#saidAt < quietMs) return;
    this.#isLossSaid = true;
    this.#saidAt = now;
    this.log?.warn({ err: new LimitsUnshared(this.#address, { cause }) }, 'limits are not shared with other processes');
  }

  get #address(): string {
    return new URL(this.options.url).host;
  }
}

/** @throws when it takes longer. */
async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const stop = new AbortController();
  const late = systemClock.sleep(ms, stop.signal).then(async () => {
    // Where this process was busy the answer may be here, unread.
    await setImmediate();
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}
