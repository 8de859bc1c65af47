import type { Operation } from '@botwright/protocol';
import { TransportFailed } from '../errors.js';
import { retryAfterMs } from './retry-after.js';
import type { TransportReply } from './transport.js';

/** What one attempt came to. */
export type Outcome = TransportReply | TransportFailed;

const mostRetries = 3;
const firstBackoffMs = 500;
const passing = new Set([500, 502, 503, 504]);

/** Saying these twice does no more than saying them once. */
const repeatable = new Set(['GET', 'PUT', 'DELETE']);

export interface RetryCircumstances {
  /** How many attempts were made. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * How long to wait before another attempt; undefined when there should be none. What creates things is repeated only
 * where the service cannot have acted on it: it saw nothing, or it said that it is too busy.
 */
export function retryDelayMs(
  operation: Operation,
  outcome: Outcome,
  { attempts, now, random }: RetryCircumstances,
): number | undefined {
  if (attempts > mostRetries) return undefined;
  const asked = outcome instanceof TransportFailed ? undefined : retryAfterMs(outcome.headers, now);
  if (!mayRepeat(operation, outcome, asked !== undefined)) return undefined;
  const backoffMs = firstBackoffMs * 2 ** (attempts - 1) * (1 + random / 2);
  return Math.max(asked ?? 0, backoffMs);
}

function mayRepeat(operation: Operation, outcome: Outcome, saysWhen: boolean): boolean {
  const isRepeatable = repeatable.has(operation.method);
  if (outcome instanceof TransportFailed) return isRepeatable || outcome.sent === 'no';
  return isRepeatable ? passing.has(outcome.status) : outcome.status === 503 && saysWhen;
}
