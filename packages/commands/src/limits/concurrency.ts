import type { Clock } from '@botwright/clock';
import type { Cancellation, Follower } from '@botwright/core';
import { CallCancelled, CommandBusy } from '../errors.js';
import type { ConcurrencyRule } from './rules.js';

/** One call that wants a place among those under one key. */
export interface Entrant {
  readonly key: string;
  readonly rule: ConcurrencyRule;
  /** Of the call: it ends when it has run too long or has to make place. */
  readonly cancellation: Cancellation;
}

interface Waiting {
  /** Takes the place over at once, before anybody else can. */
  begin(): void;
  fail(error: unknown): void;
}

interface Places {
  /** The longest at it first. */
  readonly running: Set<Entrant>;
  readonly waiting: Set<Waiting>;
}

/** How many calls of one kind run at a time, in this process. A restart ends them all, so nothing of it is kept. */
export class Concurrency {
  readonly #places = new Map<string, Places>();

  constructor(private readonly clock: Clock) {}

  /**
   * Waits for a place.
   *
   * @returns What frees the place; calling it again does no harm.
   * @throws {CommandBusy} when there is none, or none became free in time.
   */
  async enter(entrant: Entrant): Promise<() => void> {
    const { key, rule } = entrant;
    const places = this.#places.get(key) ?? { running: new Set(), waiting: new Set() };
    this.#places.set(key, places);
    if (places.running.size < rule.most) return this.#occupy(places, entrant);
    if (rule.whenBusy === 'reject') throw new CommandBusy('reject', rule.most);
    const turn = this.#wait(places, entrant);
    const [longest] = places.running;
    if (rule.whenBusy === 'cancel-previous') longest?.cancellation.abort(new CallCancelled('superseded'));
    return turn;
  }

  #wait(places: Places, entrant: Entrant): Promise<() => void> {
    const { waiting } = places;
    const { cancellation, rule } = entrant;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(one);
        this.clock.clearTimeout(timer);
        cancellation.unfollow(follower);
      };
      const one: Waiting = {
        begin: () => {
          leave();
          resolve(this.#occupy(places, entrant));
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const follower: Follower = { abort: (reason) => one.fail(reason) };
      const timer = this.clock.setTimeout(() => one.fail(new CommandBusy('queue', rule.most)), rule.patienceMs);
      cancellation.follow(follower);
      // Whoever comes last wants the earlier ones gone, those that have not begun as well.
      if (rule.whenBusy === 'cancel-previous') {
        for (const earlier of waiting) earlier.fail(new CallCancelled('superseded'));
      }
      waiting.add(one);
    });
  }

  #occupy(places: Places, entrant: Entrant): () => void {
    const { key, rule } = entrant;
    const leave = (): void => {
      if (!places.running.delete(entrant)) return;
      this.clock.clearTimeout(deadline);
      const [next] = places.waiting;
      next?.begin();
      if (places.running.size === 0 && places.waiting.size === 0) this.#places.delete(key);
    };
    const deadline = this.clock.setTimeout(() => {
      entrant.cancellation.abort(new CallCancelled('deadline'));
      leave();
    }, rule.deadlineMs);
    places.running.add(entrant);
    return leave;
  }
}
