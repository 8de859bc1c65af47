import { heartbeatIntervalFallbackMs } from '@botwright/protocol';
import { type SandboxLog, stderrLog } from './log.js';

export interface SandboxOptions {
  /** Every id and token but the control token follows from it. Default: one fixed seed. */
  readonly seed?: string;
  /** How many calls each caller may make within any second; what is over gets 429. Default: no limit. */
  readonly rateLimit?: { readonly perSecond: number };
  /** What READY asks clients to keep. Default: 30,000. */
  readonly heartbeatIntervalMs?: number;
  /** A connection without a heartbeat for so long is closed with 4001. Default: two and a half intervals. */
  readonly idleTimeoutMs?: number;
  /** `off` lets every call through that names things which exist. Default: `enforced`. */
  readonly permissions?: 'enforced' | 'off';
  /** `stated` lets through what is over a limit that only one client is known to keep. Default: `all`. */
  readonly limits?: 'all' | 'stated';
  /** The longest file that may be uploaded; the service's own bound is unknown. Default: 10 MiB. */
  readonly maxUploadBytes?: number;
  /** Told of failures inside the sandbox. Default: JSON lines on stderr. */
  readonly log?: SandboxLog;
}

export interface ResolvedSandboxOptions {
  readonly seed: string;
  readonly hasOwnSeed: boolean;
  readonly rateLimit: { readonly perSecond: number } | undefined;
  readonly heartbeatIntervalMs: number;
  readonly idleTimeoutMs: number;
  readonly enforcesPermissions: boolean;
  readonly limits: 'all' | 'stated';
  readonly maxUploadBytes: number;
  readonly log: SandboxLog;
}

const defaultSeed = 'botwright';
const idleIntervals = 2.5;
const defaultMaxUploadBytes = 10 * 1024 * 1024;

export class SandboxOptionInvalid extends Error {
  readonly code = 'SANDBOX_OPTION_INVALID';
  readonly option: string;

  constructor(option: string, value: unknown, wanted: string) {
    super(`the sandbox's option ${option} must be ${wanted}, not ${String(value)}`);
    this.name = 'SandboxOptionInvalid';
    this.option = option;
  }
}

export function resolveSandboxOptions(given: SandboxOptions): ResolvedSandboxOptions {
  const heartbeatIntervalMs = given.heartbeatIntervalMs ?? heartbeatIntervalFallbackMs;
  const resolved: ResolvedSandboxOptions = {
    seed: given.seed ?? defaultSeed,
    hasOwnSeed: given.seed !== undefined,
    rateLimit: given.rateLimit,
    heartbeatIntervalMs,
    idleTimeoutMs: given.idleTimeoutMs ?? heartbeatIntervalMs * idleIntervals,
    enforcesPermissions: given.permissions !== 'off',
    limits: given.limits ?? 'all',
    maxUploadBytes: given.maxUploadBytes ?? defaultMaxUploadBytes,
    log: given.log ?? stderrLog,
  };
  demandPositive('heartbeatIntervalMs', resolved.heartbeatIntervalMs);
  demandPositive('idleTimeoutMs', resolved.idleTimeoutMs);
  demandPositive('maxUploadBytes', resolved.maxUploadBytes);
  if (resolved.rateLimit) demandPositive('rateLimit.perSecond', resolved.rateLimit.perSecond);
  return resolved;
}

function demandPositive(option: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) throw new SandboxOptionInvalid(option, value, 'a number above 0');
}
