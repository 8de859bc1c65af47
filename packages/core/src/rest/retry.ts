import type { Endpoint } from '@botwright/protocol';
import { TransportFailed } from '../errors.js';
import { retryAfterMs } from './retry-after.js';
import { Stalled } from './stalled.js';
import type { TransportReply } from './transport.js';

/** What one attempt came to. */
export type Outcome = TransportReply | TransportFailed;

const mostRetries = 3;
const firstBackoffMs = 500;
const passing = new Set([500, 502, 503, 504]);
/** A proxy's word that the service itself did not answer, and the service's that it is too busy. */
const passingForRest = new Set([502, 503]);

/** Saying these twice does no more than saying them once, unless the contract knows better. */
const repeatableMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const readMethods = new Set(['GET', 'HEAD']);

export interface RetryCircumstances {
  /** How many attempts were made. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * How long to wait before another attempt; undefined when there should be none. What would do more when said twice is
 * repeated only where the service cannot have acted on it: it saw nothing, or it said that it is too busy.
 */
export function retryDelayMs(
  operation: Endpoint,
  outcome: Outcome,
  { attempts, now, random }: RetryCircumstances,
): number | undefined {
  if (attempts > mostRetries || !mayRepeat(operation, outcome)) return undefined;
  const asked = outcome instanceof TransportFailed ? undefined : retryAfterMs(outcome.headers, now);
  return Math.max(asked ?? 0, backoffMs(attempts, random));
}

/** At least half a second, twice that the next time, and some chance in it, so that many do not come back at once. */
export function backoffMs(attempts: number, random: number): number {
  return firstBackoffMs * 2 ** (attempts - 1) * (1 + random / 2);
}

/** Whether the service said what there is to say: more of the same would bring the same. */
export function isServed(outcome: Outcome): outcome is TransportReply {
  return !(outcome instanceof TransportFailed) && outcome.status < 500;
}

/** Whether an operation changes nothing. */
export function isRead({ method }: Endpoint): boolean {
  return readMethods.has(method);
}

/** Whether an operation changes something in a way that does more when it is done twice. */
export function isOnceOnly({ method, repeatable = repeatableMethods.has(method) }: Endpoint): boolean {
  return !repeatable;
}

/** Whether the service may have done, or may yet do, what it was asked for, although it did not say so. */
export function mayHaveHappened(operation: Endpoint, outcome: Outcome): boolean {
  if (isRead(operation)) return false;
  if (outcome instanceof TransportFailed) return outcome.sent !== 'no';
  return outcome.status >= 500 && outcome.status !== 501 && !isTooBusy(outcome);
}

/** Whether the service was done with a request that it did not serve, so that nothing comes of it later. */
export function isTurnedDown(outcome: Outcome): boolean {
  return !(outcome instanceof TransportFailed) && passingForRest.has(outcome.status);
}

function mayRepeat(operation: Endpoint, outcome: Outcome): boolean {
  const isByMethod = repeatableMethods.has(operation.method) && !isOnceOnly(operation);
  // The time that a phase may take was spent: once more would take it once more.
  if (outcome instanceof TransportFailed)
    return !(outcome.cause instanceof Stalled) && (isByMethod || outcome.sent === 'no');
  if (isByMethod) return passing.has(outcome.status);
  return isOnceOnly(operation) ? isTooBusy(outcome) : passingForRest.has(outcome.status);
}

/** The service says when to come back, so it turned the request away unread. */
function isTooBusy({ status, headers }: TransportReply): boolean {
  return status === 503 && headers['retry-after'] !== undefined;
}
