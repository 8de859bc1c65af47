import { type Clock, systemClock } from '@botwright/clock';
import type { EventKind, EventPayload, Frame } from '@botwright/protocol';
import { isEventKind } from '@botwright/protocol/facts';
import { ListenerFailed, ListenerTimedOut, OptionInvalid } from '../errors.js';
import { Entrance } from '../handling.js';
import type { Logger } from '../log.js';
import { TurnTime } from '../turn-time.js';
import { type Block, BlockWatch } from './block-watch.js';
import { laneOf } from './lane-of.js';
import { Lanes } from './lanes.js';
import { ListenerCall, type ListenerCallHandlers } from './listener-call.js';
import { type HandlerOptions, resolveHandlerOptions } from './options.js';
import { RunningCalls } from './running-calls.js';

/** What it returns is looked at only for being a promise: the channel's next event waits for it. */
export type Listener<Payload> = (payload: Payload) => unknown;

/** Says what there is to do about an event; for nothing, which is what most events are to most who claim some, undefined. */
export type Claim<Payload> = (payload: Payload) => (() => unknown) | undefined;

/** What listeners of a kind get. */
export type Delivered<Kind extends EventKind> = EventPayload<Kind> &
  (Kind extends 'MESSAGE_SEND'
    ? {
        /** The event did not come by itself: it was missed while the connection was gone, and read afterwards. */
        readonly replayed?: true;
      }
    : unknown);

export interface ListenOptions {
  /** `false`: not for events that were missed and read afterwards. */
  readonly replayed?: boolean;
  /** What the listener is called in errors and logs; default: the function's own name. */
  readonly name?: string;
}

export interface DispatcherOptions extends HandlerOptions {
  readonly clock?: Clock;
  /** Shared with whoever brings the events. */
  readonly turn?: TurnTime;
}

/** Whom an event is for: everybody, those who want what was missed, or those who do not. */
export type Audience = 'all' | 'interested' | 'uninterested';

interface Entry {
  readonly listener: Listener<never> | Claim<never>;
  readonly claims: boolean;
  readonly name: string;
  readonly wantsReplayed: boolean;
  /** When it began to listen, by the clock's `monotonic`. */
  readonly since: number;
}

interface Delivery {
  readonly kind: EventKind | 'unknown';
  readonly payload: unknown;
  readonly audience: Audience;
}

/** What a dispatcher counted since it was made. */
export interface DispatcherStats {
  /** Events that reached their listeners. */
  delivered: number;
  /** Events that were given up: there was no room to wait, or the client closed first. */
  dropped: number;
  /** Listeners that threw, rejected or took too long. */
  failures: number;
  /** Listeners that took too long. */
  timedOut: number;
  /** Times that a listener kept the whole process from doing anything else for more than a second, in one call or several. */
  blocked: number;
  /** Events that wait right now. */
  waiting: number;
  /** Listeners that work right now. */
  running: number;
}

const kindsThereAre = "the name of an event, such as MESSAGE_SEND, or 'unknown' for frames of other names";

/**
 * Brings events to listeners: those of one channel one after the other, those of different channels side by side.
 * While no listener of a channel is busy, its events are delivered before `dispatch` returns.
 */
export class Dispatcher {
  readonly #listeners = new Map<string, readonly Entry[]>();
  readonly #failureListeners = new Set<(failure: ListenerFailed) => unknown>();
  readonly #counts = { delivered: 0, dropped: 0, failures: 0, timedOut: 0, blocked: 0 };
  readonly #lanes: Lanes<Delivery>;
  readonly #running: RunningCalls;
  readonly #callHandlers: ListenerCallHandlers;
  readonly #turn: TurnTime;
  readonly #blocks: BlockWatch;
  readonly #entrance = new Entrance();
  #isClosed = false;

  constructor(
    private readonly log: Logger,
    { clock = systemClock, turn = new TurnTime(clock), ...given }: DispatcherOptions = {},
  ) {
    const options = resolveHandlerOptions(given);
    this.#turn = turn;
    this.#blocks = new BlockWatch(turn, (block) => this.#tellBlocked(block));
    this.#lanes = new Lanes(options, {
      handle: (delivery) => this.#deliver(delivery),
      overflow: (lane) => this.log.warn({ lane }, 'events are dropped: listeners cannot keep up'),
    });
    this.#running = new RunningCalls(clock, options.deadlineMs, (call) => this.#expire(call, options.deadlineMs));
    this.#callHandlers = { released: (call) => this.#running.release(call) };
  }

  get stats(): Readonly<DispatcherStats> {
    const { timed, released } = this.#running;
    return { ...this.#counts, waiting: this.#lanes.waiting, running: timed.size + released.size };
  }

  /** The names of the listeners that lanes wait for, the one that began first in front. */
  get busyListeners(): string[] {
    return [...this.#running.timed].map(({ listener, kind }) => `${listener} (${kind})`);
  }

  /**
   * Listens to events of one kind, or, as `unknown`, to the raw frames that code has no shape for: of unknown kinds, and
   * unreadable ones. Returns what ends that.
   *
   * @throws {OptionInvalid} for a kind that there is not, or a listener that is no function.
   */
  on<Kind extends EventKind>(kind: Kind, listener: Listener<Delivered<Kind>>, options?: ListenOptions): () => void;
  on(kind: 'unknown', listener: Listener<Frame>, options?: ListenOptions): () => void;
  on(kind: EventKind | 'unknown', listener: Listener<never>, options: ListenOptions = {}): () => void {
    return this.#enter(kind, listener, options, false);
  }

  /**
   * Listens to some events of a kind. What the claim returns is called as a listener is, with a deadline and a signal of
   * its own; an event that it wants nothing of costs no more than the claim itself, which is called outside of both.
   *
   * @throws {OptionInvalid} for a kind that there is not, or a claim that is no function.
   */
  claim<Kind extends EventKind>(kind: Kind, claim: Claim<Delivered<Kind>>, options: ListenOptions = {}): () => void {
    return this.#enter(kind, claim, options, true);
  }

  /** The same as `on('unknown', listener)`. */
  onUnknown(listener: Listener<Frame>): () => void {
    return this.on('unknown', listener);
  }

  /** Hears of each listener that threw, rejected or took too long. Without anybody here, failures are logged. */
  onListenerError(listener: (failure: ListenerFailed) => unknown): () => void {
    this.#failureListeners.add(listener);
    return () => this.#failureListeners.delete(listener);
  }

  /** Whether this is the kind of an event that anybody listens to. Safe for any name the service may send. */
  hears(kind: string): kind is EventKind {
    return kind !== 'unknown' && this.#listeners.has(kind);
  }

  /** Whether anybody listens to raw frames. */
  get hearsUnknown(): boolean {
    return this.#listeners.has('unknown');
  }

  /** Since when, by the clock's `monotonic`, somebody wants events of a kind that were missed; undefined if nobody does. */
  wantsReplayedSince(kind: EventKind): number | undefined {
    return this.#listeners.get(kind)?.find((entry) => entry.wantsReplayed)?.since;
  }

  /** Brings an event to the listeners of its kind, in the lane of its channel. */
  dispatch<Kind extends EventKind>(kind: Kind, payload: Delivered<Kind>, audience: Audience = 'all'): void {
    this.#add(laneOf(payload), { kind, payload, audience });
  }

  /** Brings a raw frame to those who listen to such. */
  dispatchUnknown(frame: Frame): void {
    this.#add(laneOf(frame.d), { kind: 'unknown', payload: frame, audience: 'all' });
  }

  /** Counts an event that nobody will get, since there is no room for it. */
  drop(): void {
    this.#counts.dropped += 1;
  }

  /** Resolves when every event that was dispatched has been handled, but for listeners that asked not to be waited for. */
  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  /** Gives up the listeners that asked not to be waited for: their signals abort. */
  abortReleased(reason: unknown): void {
    this.#running.abort('released', reason);
  }

  /** Gives up every listener that still works, and the events that wait for them. */
  close(reason: unknown): void {
    this.#isClosed = true;
    this.#running.abort('all', reason);
  }

  #add(lane: string, delivery: Delivery): void {
    if (!this.#lanes.add(lane, delivery)) this.drop();
  }

  #enter(kind: string, listener: Entry['listener'], options: ListenOptions, claims: boolean): () => void {
    if (kind !== 'unknown' && !isEventKind(kind)) throw new OptionInvalid('kind', kind, kindsThereAre);
    if (typeof listener !== 'function') throw new OptionInvalid('listener', listener, 'a function');
    const name = options.name ?? (listener.name || 'a listener without a name');
    const wantsReplayed = options.replayed ?? true;
    const entry = { listener, claims, name, wantsReplayed, since: this.#turn.read() };
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), entry]);
    return () => this.#remove(kind, entry);
  }

  #remove(kind: string, entry: Entry): void {
    const entries = (this.#listeners.get(kind) ?? []).filter((other) => other !== entry);
    if (entries.length === 0) this.#listeners.delete(kind);
    else this.#listeners.set(kind, entries);
  }

  /** Calls the listeners. Undefined when all of them are done, which costs no promise. */
  #deliver({ kind, payload, audience }: Delivery): Promise<unknown> | undefined {
    if (this.#isClosed) {
      this.drop();
      return undefined;
    }
    const entries = this.#listeners.get(kind);
    if (!entries) return undefined;
    this.#counts.delivered += 1;
    let pending: Promise<void>[] | undefined;
    for (const entry of entries) {
      if (audience !== 'all' && entry.wantsReplayed !== (audience === 'interested')) continue;
      const listener = entry.claims ? this.#claimed(entry, kind, payload) : entry.listener;
      if (listener === undefined) continue;
      const call = new ListenerCall(nameOf(kind, payload), entry.name, this.#callHandlers);
      const over = this.#call(call, listener, payload);
      if (over !== undefined) pending = [...(pending ?? []), over];
    }
    return pending?.length === 1 ? pending[0] : pending && Promise.all(pending);
  }

  #claimed({ listener, name }: Entry, kind: string, payload: unknown): (() => unknown) | undefined {
    try {
      return (listener as Claim<never>)(payload as never);
    } catch (error) {
      this.#fail(new ListenerFailed(kind, error, name));
      return undefined;
    }
  }

  #call(call: ListenerCall, listener: Listener<never>, payload: unknown): Promise<void> | undefined {
    this.#blocks.called(call.kind, call.listener);
    try {
      const result = this.#entrance.call(call, listener, payload as never);
      return isThenable(result) ? this.#follow(call, result) : undefined;
    } catch (error) {
      this.#fail(new ListenerFailed(call.kind, error, call.listener));
      return undefined;
    } finally {
      this.#blocks.returned();
    }
  }

  /** Undefined when the lane need not wait for it. */
  #follow(call: ListenerCall, result: PromiseLike<unknown>): Promise<void> | undefined {
    this.#running.add(call);
    const over = call.isReleased ? undefined : call.over();
    void this.#outcome(call, result);
    return over;
  }

  async #outcome(call: ListenerCall, result: PromiseLike<unknown>): Promise<void> {
    try {
      await result;
    } catch (error) {
      if (!call.isAbortedFor(error)) this.#fail(new ListenerFailed(call.kind, error, call.listener));
    }
    this.#running.delete(call);
    call.letGo();
  }

  #expire(call: ListenerCall, deadlineMs: number): void {
    this.#counts.timedOut += 1;
    const timedOut = new ListenerTimedOut(call.kind, call.listener, deadlineMs);
    this.#fail(new ListenerFailed(call.kind, timedOut, call.listener));
    call.abort(timedOut);
  }

  #tellBlocked({ kind, listener, blockedMs }: Block): void {
    this.#counts.blocked += 1;
    const facts = { kind, listener, blockedMs: Math.round(blockedMs) };
    this.log.warn(facts, `${listener} kept the whole process from doing anything else`);
  }

  #fail(failure: ListenerFailed): void {
    this.#counts.failures += 1;
    if (this.#failureListeners.size === 0) this.log.error({ err: failure }, 'a listener failed');
    for (const listener of this.#failureListeners) this.#tellFailure(listener, failure);
  }

  /** A failure of those who hear of failures is written down, and goes nowhere else: it would come round for ever. */
  #tellFailure(listener: (failure: ListenerFailed) => unknown, failure: ListenerFailed): void {
    const failedToo = (err: unknown) => this.log.error({ err }, 'a listener of listener failures failed');
    try {
      const result = listener(failure);
      if (isThenable(result)) result.then(undefined, failedToo);
    } catch (error) {
      failedToo(error);
    }
  }
}

function nameOf(kind: EventKind | 'unknown', payload: unknown): string {
  return kind === 'unknown' ? (payload as Frame).t : kind;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
