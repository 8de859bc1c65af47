import type { Clock, Timer } from '@botwright/clock';
import type { ChannelId, EventKind, EventPayload, Frame, Message, Team } from '@botwright/protocol';
import type { Api } from '../api/api.js';
import type { ReplayIncomplete } from '../errors.js';
import type { Delivered, Dispatcher } from '../events/dispatcher.js';
import { channelOf } from '../events/lane-of.js';
import type { Logger } from '../log.js';
import type { TurnTime } from '../turn-time.js';
import { GapFill } from './gap-fill.js';
import { GapReader, type Place } from './gap-reader.js';
import { type HeldEvent, HeldEvents } from './held-events.js';
import type { ReplayOptions } from './options.js';
import { SeenMessages } from './seen-messages.js';
import type { ServiceTime } from './service-time.js';

export interface ReplaySetup {
  readonly dispatcher: Dispatcher;
  readonly api: Pick<Api, 'channels' | 'directMessages' | 'messages'>;
  readonly clock: Clock;
  readonly turn: TurnTime;
  readonly time: ServiceTime;
  readonly log: Logger;
  /** False: nothing is read; what comes twice is dropped all the same. */
  readonly options: Required<ReplayOptions> | false;
}

/** What a replay counted since it was made. */
export interface ReplayStats {
  /** Times that what was missed was read: a connection came back, or one that stands had left something out. */
  readonly gaps: number;
  /** Missed messages that were brought. */
  readonly replayed: number;
  /** Messages that came again and were dropped. */
  readonly duplicates: number;
  /** Channels, and teams, of which not everything could be brought. */
  readonly incomplete: number;
  /** Live events that wait right now for what was missed before them. */
  readonly held: number;
}

const mostHeld = 100_000;
/** A message that came by itself and is dated later than this from now has a wrong date. */
const clockToleranceMs = 60_000;
/** So long nothing is read after a reading, however often a standing connection leaves something out. */
const restMs = 5_000;

/** What is to be read of what was missed. */
interface Wish {
  /** Since when somebody listens on a connection, by the clock's `monotonic`. */
  readonly since: number;
  readonly options: Required<ReplayOptions>;
}

/** One reading of what was missed. */
interface Running {
  readonly fill: GapFill;
  readonly stop: AbortController;
  readonly timer: Timer;
  /** Live events that wait for it. */
  readonly held: HeldEvents;
}

/** A reading that is to come. */
interface Next {
  readonly begin: () => void;
  timer: Timer | undefined;
}

/**
 * Sees to it that no message is lost while the connection is gone: the service has no resume, so once the connection is
 * back, what was said meanwhile is read channel by channel, and live events of a channel wait for it. No message comes
 * twice, on one connection or on two.
 */
export class Replay {
  readonly #seen = new SeenMessages();
  readonly #reader: GapReader;
  readonly #counts = { gaps: 0, replayed: 0, duplicates: 0, incomplete: 0 };
  readonly #incompleteListeners = new Set<(incomplete: ReplayIncomplete) => void>();
  /** When the first connection stood, by the clock's `monotonic`. */
  #startedAt: number | undefined;
  /** When the connection was lost after which not all has been read yet, by the clock's `monotonic`. */
  #missingSince: number | undefined;
  /** Where live events wait now: for the reading that is to come, and else for the one that runs. */
  #held: HeldEvents | undefined;
  #running: Running | undefined;
  /** What is to be read after what is being read, once it may be. */
  #next: Next | undefined;
  /** No reading that a standing connection asks for begins before, by the clock's `monotonic`. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #onIdle: (() => void)[] = [];

  constructor(private readonly setup: ReplaySetup) {
    this.#reader = new GapReader(setup.api, this.#seen);
  }

  get stats(): ReplayStats {
    return { ...this.#counts, held: this.#waiting };
  }

  /** How much is remembered to tell what came already: 10,000 ids and 20,000 channels at most. */
  get remembered(): { readonly ids: number; readonly channels: number } {
    return this.#seen.size;
  }

  /** Hears of each channel, and of each team, of which not everything could be brought. Returns what ends that. */
  onIncomplete(listener: (incomplete: ReplayIncomplete) => void): () => void {
    this.#incompleteListeners.add(listener);
    return () => this.#incompleteListeners.delete(listener);
  }

  /** Resolves when nothing is being read, or is to be. */
  idle(): Promise<void> {
    if (this.#held === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** Takes a live event. */
  take<Kind extends EventKind>(kind: Kind, payload: EventPayload<Kind>): void {
    const held = this.#held;
    if (held === undefined || !this.#hold(held, channelOf(payload), { kind, payload })) this.#pass(kind, payload);
  }

  /** Takes a live frame that code has no shape for. */
  takeUnknown(frame: Frame): void {
    const held = this.#held;
    const kind = 'unknown';
    if (held === undefined || !this.#hold(held, channelOf(frame.d), { kind, payload: frame })) this.#pass(kind, frame);
  }

  /** A connection stands. Unless it is the first, what was missed is read. */
  connected(teams: readonly Team[]): void {
    if (this.#startedAt === undefined) {
      this.#startedAt = this.setup.clock.monotonic();
      this.#missingSince = undefined;
      return;
    }
    this.#seen.reconnect();
    const wish = this.#wish;
    if (wish === undefined) this.#letGo();
    else this.#start(teams, wish);
  }

  /**
   * The connection stands, but something that should have come on it may not have: it is read, as after a reconnect. One
   * reading at a time, with a rest after each; however often this is called meanwhile, one more follows.
   */
  doubted(teams: readonly Team[]): void {
    const wish = this.#wish;
    if (this.#next || wish === undefined) return;
    const begin = () => this.#start(teams, wish);
    if (!this.#running && this.setup.clock.monotonic() >= this.#restsUntil) begin();
    else {
      this.#next = { begin, timer: undefined };
      this.#held = new HeldEvents();
      if (!this.#running) this.#awaitNext(this.#next);
    }
  }

  /** The connection is gone: what is being read is read anew on the next one. */
  lost(): void {
    this.#missingSince ??= this.setup.clock.monotonic();
    const earlier = this.#stop();
    this.setup.clock.clearTimeout(this.#next?.timer);
    this.#next = undefined;
    if (!earlier || !this.#held || earlier === this.#held) return;
    earlier.holdAll();
    earlier.addAll(this.#held);
    this.#held = earlier;
  }

  /** No connection will come: what was not read is told of, and live events wait no longer. */
  close(teams: readonly Team[]): void {
    const wish = this.#wish;
    const isOwed = this.#next !== undefined || (this.#missingSince !== undefined && !this.#running);
    // What is to be read next takes in what is being read.
    const fill = isOwed && wish ? this.#fillOf(teams, wish, new HeldEvents()) : this.#running?.fill;
    fill?.giveUp('the client closed');
    this.lost();
    this.#letGo();
  }

  /** What is to be read of what was missed; undefined when nothing is. */
  get #wish(): Wish | undefined {
    const { dispatcher, options } = this.setup;
    const listeningSince = dispatcher.wantsReplayedSince('MESSAGE_SEND');
    if (options === false || listeningSince === undefined || this.#startedAt === undefined) return undefined;
    return { since: Math.max(listeningSince, this.#startedAt), options };
  }

  #start(teams: readonly Team[], wish: Wish): void {
    const { clock, time } = this.setup;
    // Whatever waits, for whichever reading, waits for this one.
    this.lost();
    this.#held ??= new HeldEvents();
    this.#held.holdAll();
    this.#counts.gaps += 1;
    time.learnFromMessages(this.#seen.datedAheadMs);
    const fill = this.#fillOf(teams, wish, this.#held);
    const { maxHoldMs } = wish.options;
    const stop = new AbortController();
    const timer = clock.setTimeout(() => this.#giveUp(maxHoldMs), maxHoldMs);
    const running = { fill, stop, timer, held: this.#held };
    this.#running = running;
    void fill.run(stop.signal).then(() => this.#end(running));
  }

  #fillOf(teams: readonly Team[], { since, options }: Wish, held: HeldEvents): GapFill {
    const { clock, time } = this.setup;
    const missingSince = this.#missingSince ?? clock.monotonic();
    return new GapFill({
      teams,
      reader: this.#reader,
      held,
      options,
      bounds: () => {
        const now = clock.monotonic();
        return {
          notBefore: time.at(now - options.maxAgeMs),
          isLong: now - missingSince > options.maxAgeMs,
          since,
          listeningSince: time.at(since),
          latest: time.at(now + clockToleranceMs),
        };
      },
      now: () => time.at(clock.monotonic()),
      bring: (place, messages) => this.#bring(place, messages),
      letGo: (events) => this.#passAll(events),
      incomplete: (incomplete) => this.#tell(incomplete),
    });
  }

  #end(running: Running): void {
    if (this.#running === running) this.#finish();
  }

  #giveUp(maxHoldMs: number): void {
    this.#running?.fill.giveUp(`reading took longer than ${maxHoldMs} ms`);
    this.#finish();
  }

  #finish(): void {
    const held = this.#stop();
    if (!this.#next) this.#letGo();
    else {
      this.#missingSince = undefined;
      if (held) this.#passAll(held.holdOnly([]));
      this.#awaitNext(this.#next);
    }
  }

  /** Gives the live events that wait for what is not read any longer. */
  #stop(): HeldEvents | undefined {
    const { clock } = this.setup;
    const running = this.#running;
    if (!running) return undefined;
    clock.clearTimeout(running.timer);
    running.stop.abort();
    this.#running = undefined;
    this.#restsUntil = clock.monotonic() + restMs;
    return running.held;
  }

  #awaitNext(next: Next): void {
    const { clock } = this.setup;
    next.timer = clock.setTimeout(next.begin, Math.max(0, this.#restsUntil - clock.monotonic()));
  }

  /** Nothing is held any longer. */
  #letGo(): void {
    const held = this.#held;
    this.#held = undefined;
    this.#missingSince = undefined;
    if (held) this.#passAll(held.holdOnly([]));
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }

  /** How many events wait. */
  get #waiting(): number {
    const earlier = this.#running?.held;
    return (this.#held?.size ?? 0) + (earlier && earlier !== this.#held ? earlier.size : 0);
  }

  #hold(held: HeldEvents, channelId: ChannelId | undefined, event: HeldEvent): boolean {
    if (channelId === undefined || !held.holds(channelId)) return false;
    if (this.#waiting < mostHeld) held.add(channelId, event);
    else this.setup.dispatcher.drop();
    return true;
  }

  #passAll(events: readonly HeldEvent[]): void {
    for (const { kind, payload } of events) this.#pass(kind, payload);
  }

  #pass(kind: HeldEvent['kind'], payload: unknown): void {
    const { dispatcher } = this.setup;
    if (kind === 'unknown') dispatcher.dispatchUnknown(payload as Frame);
    else if (kind === 'MESSAGE_SEND') this.#passMessage(payload as EventPayload<'MESSAGE_SEND'>);
    else dispatcher.dispatch(kind, payload as EventPayload<typeof kind>);
  }

  #passMessage(payload: EventPayload<'MESSAGE_SEND'>): void {
    const { dispatcher, turn } = this.setup;
    const known = this.#seen.add(payload, turn.lately());
    if (known) this.#counts.duplicates += 1;
    // Those who want nothing that was missed did not get it when it was read.
    if (known !== 'came') dispatcher.dispatch('MESSAGE_SEND', payload, known ? 'uninterested' : 'all');
  }

  #bring({ channelId, channelType, teamId }: Place, messages: readonly Message[]): void {
    for (const message of messages) {
      // What came by itself meanwhile was not missed, but has its place in the order.
      const live =
        this.#running?.held.takeMessage(channelId, message.id) ?? this.#held?.takeMessage(channelId, message.id);
      if (live) this.#pass(live.kind, live.payload);
      else this.#bringMissed({ message, channelId, channelType, teamId, replayed: true });
    }
  }

  #bringMissed(payload: Delivered<'MESSAGE_SEND'>): void {
    const { dispatcher, turn } = this.setup;
    if (this.#seen.addRead(payload, turn.lately())) return;
    this.#counts.replayed += 1;
    dispatcher.dispatch('MESSAGE_SEND', payload, 'interested');
  }

  #tell(incomplete: ReplayIncomplete): void {
    this.#counts.incomplete += 1;
    const { log } = this.setup;
    log.warn({ err: incomplete }, 'messages that were missed could not all be brought');
    for (const listener of this.#incompleteListeners) {
      try {
        listener(incomplete);
      } catch (error) {
        log.error({ err: error }, 'a listener of incomplete replays failed');
      }
    }
  }
}
