import { randomUUID } from 'node:crypto';
import type { LimitShare, SharedLimitsTerms, SharedPlace, SharedWait } from '@botwright/core';
import { channelOf, keysOf } from './keys.js';
import { RedisLink, type RedisLinkOptions } from './redis-link.js';
import { RedisPlace, type Run } from './redis-place.js';

/** What Redis answers who asks for a place. */
type Answer =
  | readonly [isGranted: 1, request: string]
  | readonly [isGranted: 0, waitMs: number, scope: SharedWait['scope'], isPause: number];

/** One process' part in the limits that are kept in Redis. */
export class RedisShare implements LimitShare {
  readonly #me = randomUUID();
  readonly #link: RedisLink;
  #asked = 0;

  constructor(
    options: RedisLinkOptions,
    private readonly terms: SharedLimitsTerms,
  ) {
    const { name, log, onFreed } = terms;
    this.#link = new RedisLink(options, log, {
      name: channelOf(name),
      hear: (bucket) => onFreed(bucket === '' ? undefined : bucket),
    });
  }

  get isReachable(): boolean {
    return this.#link.isReachable;
  }

  async ask(bucket: string): Promise<SharedPlace | SharedWait | undefined> {
    this.#asked += 1;
    const run = this.#runFor(bucket);
    const { limit, windowMs } = this.terms.own ?? { limit: 0, windowMs: 0 };
    const answer = (await run('take', this.#me, this.#asked, limit, Math.ceil(windowMs))) as Answer | undefined;
    if (!answer) return undefined;
    if (answer[0] === 1) return new RedisPlace(answer[1], run);
    const [, waitMs, scope, isPause] = answer;
    return { kind: 'wait', waitMs, scope, isPause: isPause === 1 };
  }

  leave(bucket: string): void {
    void this.#runFor(bucket)('leave', this.#me);
  }

  pardon(bucket: string): void {
    void this.#runFor(bucket)('pardon');
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  #runFor(bucket: string): Run {
    const { name } = this.terms;
    const keys = keysOf(name, bucket);
    return (script, ...args) => this.#link.run(script, keys, [channelOf(name), bucket, ...args.map(String)]);
  }
}
