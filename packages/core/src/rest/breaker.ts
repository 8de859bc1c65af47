import type { Clock } from '@botwright/clock';

const slotMs = 30_000;
/** Ten minutes. */
const slots = 20;

/** How many of something there were in the last ten minutes. */
class RecentCount {
  readonly #counts = new Array<number>(slots).fill(0);
  #slot = 0;
  #total = 0;

  constructor(private readonly clock: Clock) {}

  get total(): number {
    this.#moveOn();
    return this.#total;
  }

  add(): void {
    this.#moveOn();
    this.#counts[this.#slot % slots] = (this.#counts[this.#slot % slots] ?? 0) + 1;
    this.#total += 1;
  }

  #moveOn(): void {
    const slot = Math.floor(this.clock.monotonic() / slotMs);
    for (let passed = Math.max(this.#slot + 1, slot - slots + 1); passed <= slot; passed += 1) {
      this.#total -= this.#counts[passed % slots] ?? 0;
      this.#counts[passed % slots] = 0;
    }
    this.#slot = slot;
  }
}

interface Health {
  readonly refused: RecentCount;
  readonly served: RecentCount;
}

/** What a service counts against a bot: not known, not allowed, too often. */
const countedStatuses = new Set([401, 403, 429]);

/** A service of this kind bans an address after so many refusals in ten minutes (stated for one; ours is silent). */
const bannedAfter = 10_000;
const warnedAfter = bannedAfter * 0.1;
const openAfter = bannedAfter * 0.5;
/** From here on only what was never refused goes out. */
const strictAfter = bannedAfter * 0.9;
/** So many buckets are remembered whose last answer was a refusal. */
const remembered = 10_000;

/**
 * Stops a bot that keeps asking for what it is refused before the service stops it. While it is open, calls go out whose
 * like is served; the others are refused here, until ten minutes hold fewer refusals again.
 */
export class Breaker {
  readonly #refused: RecentCount;
  readonly #operations = new Map<string, Health>();
  readonly #refusedLast = new Set<string>();
  #isWarned = false;

  constructor(
    private readonly clock: Clock,
    /** Hears once when the refusals become many, until they have become few again. */
    private readonly onManyRefusals: (refusals: number, banAfter: number) => void,
  ) {
    this.#refused = new RecentCount(clock);
  }

  /** How many refusals the last ten minutes hold when a call like this may not go out; undefined when it may. */
  tripped(operation: string, bucket: string): number | undefined {
    if (this.#operations.size === 0) return undefined;
    const { total } = this.#refused;
    if (total < openAfter) return undefined;
    const health = this.#operations.get(operation);
    if (!health) return undefined;
    const refused = health.refused.total;
    const isUnhealthy = total >= strictAfter ? refused > 0 : refused > health.served.total;
    return isUnhealthy || this.#refusedLast.has(bucket) ? total : undefined;
  }

  answered(operation: string, bucket: string, status: number): void {
    if (countedStatuses.has(status)) this.#noteRefusal(operation, bucket);
    else if (this.#operations.size > 0) this.#noteService(operation, bucket);
  }

  #noteRefusal(operation: string, bucket: string): void {
    this.#refused.add();
    this.#health(operation).refused.add();
    if (this.#refusedLast.size >= remembered) this.#refusedLast.clear();
    this.#refusedLast.add(bucket);
    const { total } = this.#refused;
    if (total < warnedAfter) this.#isWarned = false;
    else if (!this.#isWarned) {
      this.#isWarned = true;
      this.onManyRefusals(total, bannedAfter);
    }
  }

  #noteService(operation: string, bucket: string): void {
    this.#refusedLast.delete(bucket);
    this.#operations.get(operation)?.served.add();
  }

  #health(operation: string): Health {
    let health = this.#operations.get(operation);
    if (!health) {
      health = { refused: new RecentCount(this.clock), served: new RecentCount(this.clock) };
      this.#operations.set(operation, health);
    }
    return health;
  }
}
