import type { Alarm } from './alarm.js';
import { Gate } from './gate.js';
import { Line } from './line.js';
import type { Permit } from './permit.js';
import { Turns } from './priority.js';

/** A request that takes longer does not hold up the next one, where their order does not matter. */
const slowMs = 500;
/** And so many side by side then: half the connections, so that one bucket does not take them all. */
const mostSlow = 8;

/** The calls that share a limit: one operation in one channel, team or user. */
export class Bucket {
  readonly gate = new Gate({ learnsFrom: 1 });
  readonly #lines: (Line<Permit> | undefined)[] = [];
  readonly #turns = new Turns();
  /** Calls that wait, whether they have a place or not. */
  waiting = 0;
  /** Calls that have a place, from their first start to their end. */
  places = 0;
  /** Requests that are under way. */
  underWay = 0;
  /** When the last of them began. */
  startedAt = 0;
  /** Refusals in a row that concerned one call each. */
  refusedAlone = 0;
  /** A bit for each priority under which the bucket stands among those that could start a call. */
  enlisted = 0;
  alarm: Alarm | undefined;

  constructor(
    readonly key: string,
    /** Whether what the calls make stands in the order in which they were made. */
    private readonly isOrdered: boolean,
  ) {}

  get isBusy(): boolean {
    return this.places > 0 || this.waiting > 0;
  }

  /** How long until this call could start; infinite when another has to end first. */
  waitMs(permit: Permit, now: number): number {
    // After a refusal one call asks for all.
    if (this.gate.strikes > 0 && this.underWay > 0) return Number.POSITIVE_INFINITY;
    const wait = this.gate.waitMs(now);
    if (permit.hasPlace || this.places === 0) return wait;
    if (this.isOrdered) return Number.POSITIVE_INFINITY;
    if (this.places < this.gate.breadth(now)) return wait;
    if (this.places >= mostSlow) return Number.POSITIVE_INFINITY;
    return Math.max(wait, this.startedAt + slowMs - now);
  }

  enter(permit: Permit): void {
    let line = this.#lines[permit.rank];
    if (!line) {
      line = new Line();
      this.#lines[permit.rank] = line;
    }
    line.enter(permit);
    this.waiting += 1;
  }

  leave(permit: Permit): void {
    this.#lines[permit.rank]?.leave(permit);
    this.waiting -= 1;
  }

  /** Somebody who could be next, to ask how long that takes; those who have a place already come first. */
  peek(): Permit | undefined {
    if (this.waiting === 0) return undefined;
    return this.#placed() ?? this.#lines.find((line) => line?.first)?.first;
  }

  /** Takes whoever is next out of line. */
  take(): Permit | undefined {
    const permit = this.#placed() ?? this.#firstByPriority();
    if (permit) this.leave(permit);
    return permit;
  }

  /** All who wait. */
  *waiters(): Generator<Permit> {
    for (const line of this.#lines) {
      for (let permit = line?.first; permit; ) {
        // Whoever is looked at may leave.
        const { behind } = permit;
        yield permit;
        permit = behind;
      }
    }
  }

  #placed(): Permit | undefined {
    return this.#lines.find((line) => line?.first?.hasPlace)?.first;
  }

  #firstByPriority(): Permit | undefined {
    const rank = this.#turns.next((candidate) => this.#lines[candidate]?.first !== undefined);
    return rank === undefined ? undefined : this.#lines[rank]?.first;
  }
}
