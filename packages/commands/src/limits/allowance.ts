import type { CooldownRule } from './rules.js';

/** What is kept of the calls of one person or place, as JSON. Times are milliseconds. */
export type Used =
  | { readonly policy: 'fixed-window'; readonly begunAt: number; readonly count: number }
  | { readonly policy: 'sliding-window'; readonly at: readonly number[] }
  /** `left` may be a part of one; it was so at `at`. */
  | { readonly policy: 'token-bucket'; readonly left: number; readonly at: number };

/** What comes of asking for one use more. */
export interface Grant {
  readonly used: Used;
  /** `undefined` when it was granted, and counted in `used`. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Asks for one use. What was kept under another policy counts for nothing; a time that lies ahead, because the clock was
 * set back, counts as now, so that nobody waits longer than once the whole time.
 */
export function takeUse(rule: CooldownRule, before: Used | undefined, now: number): Grant {
  switch (rule.policy) {
    case 'fixed-window':
      return fixedWindow(rule, before, now);
    case 'sliding-window':
      return slidingWindow(rule, before, now);
    case 'token-bucket':
      return tokenBucket(rule, before, now);
  }
}

/** Takes the last use back, because the call never ran. */
export function giveUseBack({ uses }: CooldownRule, used: Used): Used {
  switch (used.policy) {
    case 'fixed-window':
      return { ...used, count: Math.max(0, used.count - 1) };
    case 'sliding-window':
      return { ...used, at: used.at.slice(0, -1) };
    case 'token-bucket':
      return { ...used, left: Math.min(uses, used.left + 1) };
  }
}

function fixedWindow({ uses, perMs }: CooldownRule, before: Used | undefined, now: number): Grant {
  const known = before?.policy === 'fixed-window' ? before : undefined;
  const begunAt = Math.min(known?.begunAt ?? now, now);
  if (known === undefined || now >= begunAt + perMs) {
    return { used: { policy: 'fixed-window', begunAt: now, count: 1 }, retryAfterMs: undefined };
  }
  const isFree = known.count < uses;
  return {
    used: { policy: 'fixed-window', begunAt, count: known.count + (isFree ? 1 : 0) },
    retryAfterMs: isFree ? undefined : begunAt + perMs - now,
  };
}

function slidingWindow({ uses, perMs }: CooldownRule, before: Used | undefined, now: number): Grant {
  const known = before?.policy === 'sliding-window' ? before.at : [];
  const recent = known.map((at) => Math.min(at, now)).filter((at) => at > now - perMs);
  const oldest = recent[recent.length - uses];
  if (oldest === undefined) {
    return { used: { policy: 'sliding-window', at: [...recent, now] }, retryAfterMs: undefined };
  }
  return { used: { policy: 'sliding-window', at: recent }, retryAfterMs: oldest + perMs - now };
}

function tokenBucket({ uses, perMs }: CooldownRule, before: Used | undefined, now: number): Grant {
  const perUseMs = perMs / uses;
  const known = before?.policy === 'token-bucket' ? before : { left: uses, at: now };
  const left = Math.min(uses, known.left + Math.max(0, now - known.at) / perUseMs);
  if (left >= 1) return { used: { policy: 'token-bucket', left: left - 1, at: now }, retryAfterMs: undefined };
  return { used: { policy: 'token-bucket', left, at: now }, retryAfterMs: Math.ceil((1 - left) * perUseMs) };
}
