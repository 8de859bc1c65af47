import type { Clock } from '@botwright/clock';
import { RateLimited } from '../errors.js';
import { Alarm } from './alarm.js';
import type { Bucket } from './bucket.js';
import { BucketMap } from './bucket-map.js';
import type { Call } from './call.js';
import { Gate, type Said } from './gate.js';
import type { Limit } from './lesson.js';
import type { LimitNotice } from './limit-headers.js';
import { Permit } from './permit.js';
import { ReadyBuckets } from './ready-buckets.js';
import type { SharedPlace, SharedWait, ShareOpener } from './shared-limits.js';
import { SharedTurns } from './shared-turns.js';
import { Suspicion } from './suspicion.js';
import { Window } from './window.js';

/** An own pace lets this many requests go out at once before it slows them down. */
const largestBurst = 5;
/** A refusal that names no time, or follows another, is waited for at least this long. */
const shortestPauseMs = 1_000;
/** So many calls in a row may be refused for reasons of their own before the whole bucket waits. */
const mostAlone = 1;

export interface LimiterOptions {
  readonly perSecond: number;
  readonly maxWaitMs: number;
}

/** What the service said when it refused a request as one too many. */
export interface Refusal {
  readonly pauseMs: number | undefined;
  /** Whom it concerns: this one request, all that share its bucket, or all. */
  readonly scope: 'call' | 'bucket' | 'all';
  /** What it told of the limit, so that there is nothing to guess. */
  readonly notice: LimitNotice | undefined;
}

/**
 * Decides when a request goes out: the limits of its bucket, those of all requests together, and fairly among buckets.
 * A call keeps its place until its end, and a request that has to be repeated goes before those that have not begun.
 */
export class Limiter {
  readonly #buckets = new BucketMap();
  readonly #ready = new ReadyBuckets();
  readonly #all: Gate;
  readonly #suspicion = new Suspicion();
  readonly #ownPace: Window | undefined;
  #pace: Window | undefined;
  /** The limit that the pace follows from. */
  #pacedBy: Limit | undefined;
  /** After a refusal of everything one request asks for all. */
  #probe: Permit | undefined;
  readonly #alarm: Alarm;
  /** Undefined where no other process shares the limits. */
  readonly #turns: SharedTurns | undefined;
  #isDraining = false;
  #calls = 0;

  constructor(
    private readonly clock: Clock,
    private readonly options: LimiterOptions,
    openShare?: ShareOpener,
  ) {
    this.#alarm = new Alarm(clock, () => this.#drain());
    const { perSecond } = options;
    const hasPace = Number.isFinite(perSecond);
    const limit = Math.max(1, Math.floor(perSecond));
    const own = hasPace ? { limit, windowMs: (limit / perSecond) * 1_000 } : undefined;
    // One refusal of everything may have many reasons; the second teaches.
    this.#all = new Gate({ own, learnsFrom: 2 });
    const isPaced = hasPace && limit > largestBurst;
    this.#ownPace = isPaced ? new Window(largestBurst, (largestBurst / perSecond) * 1_000, 0) : undefined;
    this.#pace = this.#ownPace;
    this.#turns = openShare && new SharedTurns(openShare({ own, onFreed: (key) => this.#freed(key) }));
  }

  /** How many buckets are remembered. */
  get bucketCount(): number {
    return this.#buckets.size;
  }

  permit(call: Call, key: string, isOrdered: boolean, rank: number): Permit {
    this.#calls += 1;
    return new Permit(call, this.#buckets.get(key, isOrdered), this.#calls, rank);
  }

  /**
   * Waits until a request of the call may go out; undefined when it may at once. Then `passed`, `failed` or `refused` has
   * to follow, and `release` when the call ends.
   * @throws {RateLimited} {@link Call}'s reason when it is given up.
   */
  clearance(permit: Permit, now: number): Promise<void> | undefined {
    const { bucket } = permit;
    if (!permit.hasPlace) permit.since = now;
    const isFirst = bucket.waiting === 0 && this.#ready.size === 0 && this.#turns?.areAsked !== true;
    if (isFirst && bucket.waitMs(permit, now) === 0 && this.#waitMs(now) === 0) {
      this.#start(permit, now);
      return undefined;
    }
    return this.#wait(permit, now);
  }

  /** The request was answered, and was not one too many. */
  passed(permit: Permit, now: number, notice: LimitNotice | undefined): void {
    const { bucket } = permit;
    this.#settle(permit, now);
    this.#turns?.passed(permit, notice);
    bucket.refusedAlone = 0;
    bucket.gate.passed(permit.startedAt);
    this.#all.passed(permit.startedAt);
    this.#suspicion.passed(permit.startedAt);
    if (notice) bucket.gate.notice(notice, now, bucket.underWay);
    this.#goOn(bucket);
  }

  /** The request was not answered. */
  failed(permit: Permit, now: number): void {
    this.#settle(permit, now);
    this.#turns?.failed(permit);
    this.#goOn(permit.bucket);
  }

  /**
   * The request was one too many. Those who would wait too long now are turned away.
   * @returns How long the call has to wait by itself; 0 where `clearance` sees to it.
   */
  refused(permit: Permit, { pauseMs, scope, notice }: Refusal, now: number): number {
    const { bucket } = permit;
    this.#settle(permit, now);
    const isAll = scope === 'all' || (scope === 'bucket' && this.#all.learnt !== undefined);
    const gate = isAll ? this.#all : bucket.gate;
    const isRepeated = gate.strikes > 0 || permit.wasRefusedAlone;
    const pause = Math.max(pauseMs ?? shortestPauseMs, isRepeated ? shortestPauseMs : 0);
    if (scope === 'call' && bucket.refusedAlone < mostAlone) {
      bucket.refusedAlone += 1;
      permit.wasRefusedAlone = true;
      this.#turns?.refused(permit, { scope, pauseMs: pause, saidMs: undefined, notice, isCertain: false });
      this.yield(permit);
      return pause;
    }
    const isShared = this.#turns?.holds(permit) === true;
    const said = { saidMs: pauseMs, underWay: bucket.underWay, isShared };
    // What a header says is about the bucket.
    gate.refuse(now, pause, { ...said, notice: isAll ? undefined : notice });
    const isFound = scope === 'bucket' && !isAll && this.#suspect(bucket, { ...said, notice }, pause, now);
    const isOfAll = isAll || isFound;
    const sharedScope = isOfAll ? 'all' : 'bucket';
    this.#turns?.refused(permit, { scope: sharedScope, pauseMs: pause, saidMs: pauseMs, notice, isCertain: isFound });
    for (const one of isOfAll ? this.#buckets.values() : [bucket]) this.#turnAway(one, now);
    this.#goOn(bucket);
    return 0;
  }

  /** Gives the place away for a while; `clearance` takes it again. */
  yield(permit: Permit): void {
    if (!permit.hasPlace) return;
    permit.hasPlace = false;
    permit.bucket.places -= 1;
    this.#goOn(permit.bucket);
  }

  release(permit: Permit): void {
    if (permit.isUnderWay) {
      this.#settle(permit, this.clock.monotonic());
      this.#turns?.failed(permit);
    }
    this.yield(permit);
  }

  async close(): Promise<void> {
    this.#alarm.clear();
    for (const bucket of this.#buckets.values()) bucket.alarm?.clear();
    await this.#turns?.close();
  }

  /** Takes refusals of several buckets for one of everything where they look like it. */
  #suspect(bucket: Bucket, said: Said, pauseMs: number, now: number): boolean {
    this.#suspicion.refused(bucket, now);
    if (!this.#suspicion.isFounded) return false;
    const pardoned = this.#suspicion.settle();
    for (const one of pardoned) {
      one.gate.pardon();
      this.#turns?.pardon(one);
    }
    this.#all.refuse(now, pauseMs, { ...said, isCertain: true });
    // They wait no longer for what they were told.
    for (const one of pardoned) this.#goOn(one);
    return true;
  }

  /**
   * Spreads requests where refusals taught how many there may be, for as long as that holds: those who share a limit meet
   * it one at a time.
   */
  #keepPace(): void {
    const { learnt } = this.#all;
    if (learnt === this.#pacedBy) return;
    this.#pacedBy = learnt;
    this.#pace = learnt ? new Window(1, learnt.windowMs / learnt.limit, 0) : this.#ownPace;
  }

  #waitMs(now: number): number {
    if (this.#probe && this.#all.strikes > 0) return Number.POSITIVE_INFINITY;
    const wait = Math.max(this.#all.waitMs(now), this.#turns?.allWaitMs(now) ?? 0);
    this.#keepPace();
    return this.#pace ? Math.max(wait, this.#pace.waitMs(now)) : wait;
  }

  #start(permit: Permit, now: number): void {
    const { bucket } = permit;
    if (!permit.hasPlace) {
      permit.hasPlace = true;
      bucket.places += 1;
    }
    permit.isUnderWay = true;
    permit.startedAt = now;
    bucket.startedAt = now;
    bucket.underWay += 1;
    permit.ticket = bucket.gate.start(now);
    permit.sharedTicket = this.#all.start(now);
    this.#pace?.take(now);
    if (this.#all.strikes > 0) this.#probe = permit;
  }

  #wait(permit: Permit, now: number): Promise<void> {
    const reason = permit.call.abortReason ?? this.#overdue(permit, now);
    if (reason !== undefined) return Promise.reject(reason);
    return new Promise((resolve, reject) => {
      const { bucket, call } = permit;
      permit.go = resolve;
      call.onAbort = (reason) => {
        call.onAbort = undefined;
        bucket.leave(permit);
        reject(reason);
        this.#advance(bucket);
      };
      bucket.enter(permit);
      this.#advance(bucket);
    });
  }

  #goOn(bucket: Bucket): void {
    if (bucket.waiting > 0) this.#advance(bucket);
    if (this.#ready.size > 0) this.#drain();
  }

  /** Sees to it that the bucket's next call starts when it can. */
  #advance(bucket: Bucket): void {
    const next = bucket.peek();
    if (!next) {
      bucket.alarm?.clear();
      this.#turns?.leave(bucket);
      return;
    }
    const now = this.clock.monotonic();
    const wait = this.#bucketWaitMs(bucket, next, now);
    if (wait === 0) {
      this.#ready.add(bucket, next.rank);
      this.#drain();
    } else if (Number.isFinite(wait)) this.#alarmOf(bucket).set(now + wait);
    else bucket.alarm?.clear();
  }

  /** Starts calls, bucket by bucket, for as long as the limits that all share allow it. */
  #drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      while (this.#ready.size > 0 && this.#turns?.isAsking !== true) {
        const now = this.clock.monotonic();
        const wait = this.#waitMs(now);
        if (wait > 0) {
          if (Number.isFinite(wait)) this.#alarm.set(now + wait);
          return;
        }
        this.#startOne(now);
      }
    } finally {
      this.#isDraining = false;
    }
  }

  #startOne(now: number): void {
    const bucket = this.#ready.take();
    if (!bucket) return;
    const next = bucket.peek();
    if (next && this.#bucketWaitMs(bucket, next, now) === 0) {
      if (this.#turns?.areAsked) {
        void this.#ask(this.#turns, bucket);
        return;
      }
      this.#startNext(bucket, now);
    }
    this.#advance(bucket);
  }

  #startNext(bucket: Bucket, now: number): Permit | undefined {
    const permit = bucket.take();
    if (!permit) return undefined;
    permit.call.onAbort = undefined;
    this.#start(permit, now);
    permit.go();
    return permit;
  }

  #bucketWaitMs(bucket: Bucket, next: Permit, now: number): number {
    return Math.max(bucket.waitMs(next, now), this.#turns?.waitMs(bucket, now) ?? 0);
  }

  /** Asks the other processes whether the bucket's next call may start. */
  async #ask(turns: SharedTurns, bucket: Bucket): Promise<void> {
    const answer = await turns.ask(bucket);
    const now = this.clock.monotonic();
    if (answer?.kind === 'wait') this.#waitAsTold(turns, bucket, answer, now);
    else this.#startAsTold(turns, bucket, answer, now);
    this.#advance(bucket);
    this.#drain();
  }

  /** Whoever is first by now starts; meanwhile all may have been given up, or another request of the bucket refused. */
  #startAsTold(turns: SharedTurns, bucket: Bucket, place: SharedPlace | undefined, now: number): void {
    const next = bucket.peek();
    const mayStart = next !== undefined && bucket.waitMs(next, now) === 0 && this.#waitMs(now) === 0;
    const permit = mayStart ? this.#startNext(bucket, now) : undefined;
    if (!place) return;
    if (permit) turns.start(permit, place);
    else place.giveBack();
  }

  #waitAsTold(turns: SharedTurns, bucket: Bucket, answer: SharedWait, now: number): void {
    turns.wait(bucket, answer, now);
    if (!answer.isPause) return;
    const isAll = answer.scope === 'all';
    const gate = isAll ? this.#all : bucket.gate;
    gate.pausedUntil = Math.max(gate.pausedUntil, now + answer.waitMs);
    for (const one of isAll ? this.#buckets.values() : [bucket]) this.#turnAway(one, now);
  }

  /** Asks again, for one bucket or for any. */
  #freed(key: string | undefined): void {
    const bucket = this.#turns?.freed(key);
    if (bucket) this.#advance(bucket);
    if (key !== undefined) return;
    this.#alarm.clear();
    this.#drain();
  }

  #turnAway(bucket: Bucket, now: number): void {
    if (bucket.waiting === 0) return;
    for (const permit of bucket.waiters()) {
      const overdue = this.#overdue(permit, now);
      if (overdue) permit.call.onAbort?.(overdue);
    }
  }

  /** The error for whoever would wait for the end of refusals longer than a call may. */
  #overdue({ bucket, call, since }: Permit, now: number): RateLimited | undefined {
    const { maxWaitMs } = this.options;
    for (const gate of [bucket.gate, this.#all]) {
      if (gate.pausedUntil <= now) continue;
      const waited = gate.pausedUntil - Math.max(since, gate.strikes > 0 ? gate.refusedSince : now);
      if (waited > maxWaitMs) return new RateLimited(call.operation, Math.ceil(gate.pausedUntil - now), maxWaitMs);
    }
    return undefined;
  }

  #alarmOf(bucket: Bucket): Alarm {
    bucket.alarm ??= new Alarm(this.clock, () => this.#advance(bucket));
    return bucket.alarm;
  }

  /** A request came to its end. */
  #settle(permit: Permit, now: number): void {
    const { bucket, ticket, sharedTicket } = permit;
    permit.isUnderWay = false;
    bucket.underWay -= 1;
    ticket?.window.settle(ticket.ticket, now);
    sharedTicket?.window.settle(sharedTicket.ticket, now);
    if (this.#probe === permit) this.#probe = undefined;
  }
}
