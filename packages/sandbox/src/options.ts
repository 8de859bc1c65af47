import { type Clock, systemClock } from '@botwright/clock';
import { heartbeatIntervalFallbackMs } from '@botwright/protocol';
import { type SandboxLog, stderrLog } from './log.js';
import { SandboxOptionInvalid } from './option-invalid.js';
import type { Change } from './world/change.js';
import { readWorldDescription, type WorldDescription } from './world-description.js';

export interface SandboxOptions {
  /** Every id and token but the control token follows from it. Default: one fixed seed. */
  readonly seed?: string;
  /** What there is beside the default world's people, roles and channels. */
  readonly world?: WorldDescription;
  /**
   * What tells the sandbox the time and wakes it. `virtual` makes a clock that stands at a fixed moment until it is
   * moved, so that runs are repeatable. Default: the machine's.
   */
  readonly clock?: Clock | 'virtual';
  /**
   * A directory in which the world is kept: what was answered with 200 is there after a restart, and after the process
   * was killed. Default: the world lives in memory.
   */
  readonly data?: string;
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
  /** What the files of one call may measure together; the service's own bound is unknown. Default: 10 MiB. */
  readonly maxUploadBytes?: number;
  /** What all uploads of a world may measure together. Default: 256 MiB. */
  readonly maxTotalUploadBytes?: number;
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
  readonly maxTotalUploadBytes: number;
  readonly additions: Change<void> | undefined;
  readonly clock: Clock | 'virtual';
  readonly data: string | undefined;
  readonly log: SandboxLog;
}

const defaultSeed = 'botwright';
const idleIntervals = 2.5;
const defaultMaxUploadBytes = 10 * 1024 * 1024;
const defaultMaxTotalUploadBytes = 256 * 1024 * 1024;

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
    maxTotalUploadBytes: given.maxTotalUploadBytes ?? defaultMaxTotalUploadBytes,
    additions: given.world && readWorldDescription(given.world),
    clock: given.clock ?? systemClock,
    data: given.data,
    log: given.log ?? stderrLog,
  };
  demandPositive('heartbeatIntervalMs', resolved.heartbeatIntervalMs);
  demandPositive('idleTimeoutMs', resolved.idleTimeoutMs);
  demandWaitable('idleTimeoutMs', resolved.idleTimeoutMs);
  demandPositive('maxUploadBytes', resolved.maxUploadBytes);
  demandPositive('maxTotalUploadBytes', resolved.maxTotalUploadBytes);
  if (resolved.rateLimit) demandPositive('rateLimit.perSecond', resolved.rateLimit.perSecond);
  return resolved;
}

function demandPositive(option: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new SandboxOptionInvalid(option, `must be a number above 0, not ${String(value)}`);
}

/** What a timer of the machine can wait at most. */
const longestWaitMs = 2 ** 31 - 1;

function demandWaitable(option: string, ms: number): void {
  if (ms > longestWaitMs) throw new SandboxOptionInvalid(option, `must be at most ${longestWaitMs}, not ${ms}`);
}
