import { Duration } from '../duration.js';

/** Whose calls are counted together. Outside a team, `team` means the channel. */
export type CountedBy = 'user' | 'channel' | 'team' | 'everyone';

/** What `@Cooldown` takes. */
export interface CooldownOptions {
  /** How often it may be called within `per`, from 1 to 1000. */
  readonly uses: number;
  /** As a person would write it: `30s`, `1h30m`. */
  readonly per: string;
  /** `user` unless it is said. */
  readonly by?: CountedBy;
  /**
   * `fixed-window` begins with the first call and forgets all of them at its end; `sliding-window`, which holds unless
   * it is said, forgets each call `per` after it was made; `token-bucket` gives one call back every `per / uses`.
   */
  readonly policy?: 'fixed-window' | 'sliding-window' | 'token-bucket';
}

/** What `@Concurrency` takes. */
export interface ConcurrencyOptions {
  /** How many calls may run at a time; 1 unless it is said. */
  readonly most?: number;
  /** `user` unless it is said. */
  readonly by?: CountedBy;
  /** What happens to a call too many: it is told so, waits for its turn, or ends the one that has run longest. */
  readonly whenBusy?: 'reject' | 'queue' | 'cancel-previous';
  /** How long a call waits for its turn, and how long one that is cancelled may take to end; `30s` unless it is said. */
  readonly patience?: string;
  /** How long one call may run; it is cancelled then, and its place is free. `10m` unless it is said. */
  readonly deadline?: string;
}

export interface CooldownRule extends Required<Omit<CooldownOptions, 'per'>> {
  readonly perMs: number;
}

export interface ConcurrencyRule extends Required<Omit<ConcurrencyOptions, 'patience' | 'deadline'>> {
  readonly patienceMs: number;
  readonly deadlineMs: number;
}

const mostUses = 1000;
/** The longest that every clock can wait at once. */
const longestWaitMs = 2 ** 31 - 1;

/** @throws {RangeError} saying which part is wrong. */
export function readCooldown({ uses, per, by = 'user', policy = 'sliding-window' }: CooldownOptions): CooldownRule {
  if (!Number.isInteger(uses) || uses < 1 || uses > mostUses) {
    throw new RangeError(`has a cooldown of ${uses} uses. Give a whole number from 1 to ${mostUses}.`);
  }
  return { uses, by, policy, perMs: readWait(per, Duration.longest.ms) };
}

/** @throws {RangeError} saying which part is wrong. */
export function readConcurrency(options: ConcurrencyOptions): ConcurrencyRule {
  const { most = 1, by = 'user', whenBusy = 'reject', patience = '30s', deadline = '10m' } = options;
  if (!Number.isInteger(most) || most < 1) {
    throw new RangeError(`may run ${most} times at once. Give a whole number from 1.`);
  }
  const patienceMs = readWait(patience, longestWaitMs);
  return { most, by, whenBusy, patienceMs, deadlineMs: readWait(deadline, longestWaitMs) };
}

function readWait(spelling: string, longest: number): number {
  const length = Duration.read(spelling);
  if (length instanceof Duration && length.ms > 0 && length.ms <= longest) return length.ms;
  throw new RangeError(`has the time "${spelling}". Write one such as 30s, of at most ${new Duration(longest)}.`);
}
