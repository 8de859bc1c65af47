import { OptionInvalid, type SharedLimits } from '@botwright/core';
import { RedisShare } from './redis-share.js';
import { unshared } from './unshared.js';

export interface RedisLimitsOptions {
  /**
   * `redis://` or, with TLS, `rediss://`, with name and password where the server wants them. Default: what
   * `BOTWRIGHT_REDIS_URL` holds when a client is made; where that is empty nothing is shared.
   */
  readonly url?: string;
  /** How long Redis may take for an answer before it counts as out of reach. Default 1 s; connecting may take five times as long. */
  readonly answerWithinMs?: number;
}

const defaults = { answerWithinMs: 1_000 } as const satisfies RedisLimitsOptions;

/**
 * Shares the limits of the service among all processes that use the same token and the same Redis, version 6.2 or later:
 * they take turns, what one is told or refused all know at once, and what a process held that died runs out by itself.
 * Give it to a client as `rest.sharedLimits`.
 *
 * While Redis cannot be asked a process goes on by its own limits, and says so in the log ({@link LimitsUnshared}); it
 * tries again, at growing intervals of up to fifteen seconds. Nothing is opened before the first call, and closing the
 * client closes it.
 *
 * @throws {OptionInvalid} when an option cannot work; for what the environment holds, when a client is made.
 */
export function redisLimits(given: RedisLimitsOptions = {}): SharedLimits {
  const { url, answerWithinMs } = { ...defaults, ...given };
  if (!(answerWithinMs > 0)) throw new OptionInvalid('redisLimits.answerWithinMs', answerWithinMs, 'above 0');
  if (url !== undefined) checkUrl('redisLimits.url', url);
  return {
    open(terms) {
      const chosen = url ?? (process.env['BOTWRIGHT_REDIS_URL'] || undefined);
      if (chosen === undefined) return unshared;
      checkUrl('BOTWRIGHT_REDIS_URL', chosen);
      return new RedisShare({ url: chosen, answerWithinMs }, terms);
    },
  };
}

function checkUrl(name: string, url: string): void {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return;
  // It may hold a password.
  throw new OptionInvalid(name, '[not shown]', 'a URL such as redis://127.0.0.1:6379');
}
