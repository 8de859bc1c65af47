import { type Headers, headerText, untilMs } from './retry-after.js';

/** What an answer says about the limit that its request counted towards. */
export interface LimitNotice {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** How long until the count begins anew. */
  readonly resetMs: number | undefined;
}

/** A longer count is taken for a mistake. */
const longestResetMs = 600_000;

/**
 * Reads the headers in which services use to tell their limits: `X-RateLimit-Limit`, `-Remaining` and `-Reset-After` in
 * seconds or `-Reset` in epoch seconds, or the same without `X-`, whose `RateLimit-Reset` counts seconds from now. The
 * service documents none (that it may send them is inferred), so numbers that make no sense count as absent.
 */
export function limitNotice(headers: Headers, now: number): LimitNotice | undefined {
  const prefix = 'x-ratelimit-remaining' in headers || 'x-ratelimit-limit' in headers ? 'x-ratelimit' : 'ratelimit';
  const limit = count(headerText(headers, `${prefix}-limit`), 1);
  const remaining = count(headerText(headers, `${prefix}-remaining`), 0);
  if (limit === undefined && remaining === undefined) return undefined;
  if (limit !== undefined && remaining !== undefined && remaining > limit) return undefined;
  return { limit, remaining, resetMs: resetMs(headers, prefix, now) };
}

/** Whether the headers of an answer hold any of them: the question that every answer is asked. */
export function saysLimit(headers: Headers): boolean {
  return (
    headers['x-ratelimit-remaining'] !== undefined ||
    headers['x-ratelimit-limit'] !== undefined ||
    headers['ratelimit-remaining'] !== undefined
  );
}

function resetMs(headers: Headers, prefix: string, now: number): number | undefined {
  const after = headerText(headers, `${prefix}-reset-after`);
  if (after !== undefined) return sensible(Number(after) * 1_000);
  const reset = headerText(headers, `${prefix}-reset`);
  if (reset === undefined) return undefined;
  return sensible(prefix === 'ratelimit' ? Number(reset) * 1_000 : untilMs(Number(reset) * 1_000, headers, now));
}

function count(text: string | undefined, least: number): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= least ? value : undefined;
}

function sensible(ms: number): number | undefined {
  return ms > 0 && ms <= longestResetMs ? ms : undefined;
}
