import type { EventKind, EventPayload, Frame } from '@botwright/protocol';
import { ListenerFailed } from '../errors.js';
import type { Logger } from '../log.js';
import { Lanes } from './lanes.js';

/** What it returns is looked at only for being a promise: the channel's next event waits for it. */
export type Listener<Payload> = (payload: Payload) => unknown;

export interface DispatcherOptions {
  /** How many events of one channel may wait for its listeners; what comes on top is dropped. Default 10,000. */
  readonly longestLane?: number;
}

interface Delivery {
  /** Undefined for a raw frame. */
  readonly kind: EventKind | undefined;
  readonly payload: unknown;
}

const defaultLongestLane = 10_000;

/** What a dispatcher counted since it was made. */
export interface DispatcherStats {
  /** Events that reached their listeners. */
  delivered: number;
  /** Events that found their lane full. */
  dropped: number;
  /** Listeners that threw or rejected. */
  failures: number;
}

/**
 * Brings events to listeners: those of one channel one after the other, those of different channels side by side.
 * While no listener of a channel is busy, its events are delivered before `dispatch` returns.
 */
export class Dispatcher {
  readonly #listeners = new Map<string, readonly Listener<never>[]>();
  readonly #failureListeners = new Set<(failure: ListenerFailed) => void>();
  readonly #stats: DispatcherStats = { delivered: 0, dropped: 0, failures: 0 };
  readonly #lanes: Lanes<Delivery>;
  #unknownListeners: readonly Listener<Frame>[] = [];

  constructor(
    private readonly log: Logger,
    { longestLane = defaultLongestLane }: DispatcherOptions = {},
  ) {
    this.#lanes = new Lanes(longestLane, {
      handle: (delivery) => this.#deliver(delivery),
      overflow: (lane) => this.log.warn({ lane, longestLane }, 'events are dropped: listeners cannot keep up'),
    });
  }

  get stats(): Readonly<DispatcherStats> {
    return this.#stats;
  }

  /** Listens to events of one kind. Returns what ends that. */
  on<Kind extends EventKind>(kind: Kind, listener: Listener<EventPayload<Kind>>): () => void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
    return () => this.#remove(kind, listener);
  }

  /** Listens to raw frames that code has no shape for: of unknown kinds, and unreadable ones. Returns what ends that. */
  onUnknown(listener: Listener<Frame>): () => void {
    this.#unknownListeners = [...this.#unknownListeners, listener];
    return () => {
      this.#unknownListeners = this.#unknownListeners.filter((other) => other !== listener);
    };
  }

  /** Hears of each listener that threw or rejected. Without anybody here, failures are logged. */
  onListenerError(listener: (failure: ListenerFailed) => void): () => void {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  }

  /** Whether anybody listens to this kind. Safe for any name the service may send. */
  hears(kind: string): boolean {
    return this.#listeners.has(kind);
  }

  /** Whether anybody listens to raw frames. */
  get hearsUnknown(): boolean {
    return this.#unknownListeners.length > 0;
  }

  /** Brings an event to the listeners of its kind, in the lane of its channel. */
  dispatch<Kind extends EventKind>(kind: Kind, payload: EventPayload<Kind>): void {
    this.#add(laneOf(payload), { kind, payload });
  }

  /** Brings a raw frame to those who listen to such. */
  dispatchUnknown(frame: Frame): void {
    this.#add(laneOf(frame.d), { kind: undefined, payload: frame });
  }

  /** Resolves when every event that was dispatched has been handled. */
  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  #add(lane: string, delivery: Delivery): void {
    if (!this.#lanes.add(lane, delivery)) this.#stats.dropped += 1;
  }

  #remove(kind: string, listener: Listener<never>): void {
    const listeners = this.#listeners.get(kind) ?? [];
    const index = listeners.indexOf(listener);
    if (index === -1) return;
    if (listeners.length === 1) this.#listeners.delete(kind);
    else this.#listeners.set(kind, listeners.toSpliced(index, 1));
  }

  /** Calls the listeners. Undefined when all of them are done, which costs no promise. */
  #deliver({ kind, payload }: Delivery): Promise<unknown> | undefined {
    const listeners = kind === undefined ? this.#unknownListeners : this.#listeners.get(kind);
    if (!listeners) return undefined;
    this.#stats.delivered += 1;
    let pending: Promise<void>[] | undefined;
    for (const listener of listeners) {
      try {
        const result = listener(payload as never);
        if (isThenable(result)) pending = [...(pending ?? []), this.#outcome(kind, result)];
      } catch (error) {
        this.#fail(kind, error);
      }
    }
    return pending && Promise.all(pending);
  }

  async #outcome(kind: string | undefined, result: PromiseLike<unknown>): Promise<void> {
    try {
      await result;
    } catch (error) {
      this.#fail(kind, error);
    }
  }

  #fail(kind = 'an unknown kind', cause: unknown): void {
    this.#stats.failures += 1;
    const failure = new ListenerFailed(kind, cause);
    if (this.#failureListeners.size === 0) this.#logFailure(failure, 'a listener failed');
    for (const listener of this.#failureListeners) {
      try {
        listener(failure);
      } catch (error) {
        this.#logFailure(error, 'a listener of listener failures failed');
      }
    }
  }

  #logFailure(err: unknown, message: string): void {
    try {
      this.log.error({ err }, message);
    } catch {
      // What was thrown may be an object that throws when it is read.
      this.log.error(`${message}, with something that cannot be written down`);
    }
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Events of one channel keep their order; what belongs to no channel keeps it within its team. */
function laneOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const { channelId, teamId } = payload as { channelId?: unknown; teamId?: unknown };
  if (typeof channelId === 'string') return channelId;
  return typeof teamId === 'string' ? teamId : '';
}
