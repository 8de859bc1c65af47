import { createHash } from 'node:crypto';
import type { Logger } from '../log.js';
import type { RestOptions } from './options.js';
import type { ShareOpener } from './shared-limits.js';

/** How a client begins to share limits with those that have the same token; undefined where it shares none. */
export function shareOpener(
  token: string | undefined,
  { sharedLimits }: Pick<RestOptions, 'sharedLimits'>,
  log: Pick<Logger, 'warn' | 'info'> | undefined,
): ShareOpener | undefined {
  if (token === undefined || sharedLimits === undefined) return undefined;
  const name = createHash('sha256').update(token).digest('base64url');
  return ({ own, onFreed }) => sharedLimits.open({ name, own, log, onFreed });
}
