import type { Texts } from '../texts/en.js';
import { type WaitCancelled, WaitTimedOut } from './errors.js';

/** What a person reads when nobody waits for them any longer; empty where they know, since their own message ended it. */
export function explainEnding(error: WaitTimedOut | WaitCancelled, { waits }: Texts): string {
  if (error instanceof WaitTimedOut) return waits.timedOut;
  const { reason } = error;
  if (reason === 'person') return waits.cancelled;
  if (reason === 'attempts') return waits.tooManyAttempts;
  return reason === 'stopped' ? waits.stopped : '';
}
