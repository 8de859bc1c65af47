import type { Clock, Timer } from '@botwright/clock';
import type { ChannelId, EventKind, EventPayload, Frame, Message, Team } from '@botwright/protocol';
import type { Api } from '../api/api.js';
import type { ReplayIncomplete } from '../errors.js';
import type { Delivered, Dispatcher } from '../events/dispatcher.js';
import { channelOf } from '../events/lane-of.js';
import type { Logger } from '../log.js';
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
  readonly time: ServiceTime;
  readonly log: Logger;
  /** False: nothing is read; what comes twice is dropped all the same. */
  readonly options: Required<ReplayOptions> | false;
}

/** What a replay counted since it was made. */
export interface ReplayStats {
  /** Times that a connection came back and what was missed was read. */
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

/** One reading of what was missed. */
interface Running {
  readonly fill: GapFill;
  readonly stop: AbortController;
  readonly timer: Timer;
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
  #held: HeldEvents | undefined;
  #running: Running | undefined;
  #onIdle: (() => void)[] = [];

  constructor(private readonly setup: ReplaySetup) {
    this.#reader = new GapReader(setup.api, this.#seen);
  }

  get stats(): ReplayStats {
    return { ...this.#counts, held: this.#held?.size ?? 0 };
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

  /** Resolves when nothing is being read. */
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
    const { clock, dispatcher, options } = this.setup;
    const startedAt = this.#startedAt;
    const since = dispatcher.wantsReplayedSince('MESSAGE_SEND');
    this.#startedAt ??= clock.monotonic();
    if (startedAt === undefined) return;
    this.#seen.reconnect();
    if (options === false || since === undefined) this.#letGo();
    else this.#start(teams, Math.max(since, startedAt), options);
  }

  /** The connection is gone: what is being read is read anew on the next one. */
  lost(): void {
    if (!this.#running) return;
    this.setup.clock.clearTimeout(this.#running.timer);
    this.#running.stop.abort();
    this.#running = undefined;
  }

  /** No connection will come: live events wait no longer. */
  close(): void {
    this.#running?.fill.giveUp('the client closed');
    this.lost();
    this.#letGo();
  }

  #start(teams: readonly Team[], since: number, options: Required<ReplayOptions>): void {
    const { clock, time } = this.setup;
    this.lost();
    this.#held ??= new HeldEvents();
    this.#held.holdAll();
    this.#counts.gaps += 1;
    const stop = new AbortController();
    const timer = clock.setTimeout(() => this.#giveUp(options.maxHoldMs), options.maxHoldMs);
    const fill = new GapFill({
      reader: this.#reader,
      held: this.#held,
      options,
      bounds: () => ({
        notBefore: new Date(Math.max(0, time.now() - options.maxAgeMs)).toISOString(),
        listeningSince: new Date(time.at(since)).toISOString(),
      }),
      now: () => new Date(time.now()).toISOString(),
      bring: (place, messages) => this.#bring(place, messages),
      letGo: (events) => this.#passAll(events),
      incomplete: (incomplete) => this.#tell(incomplete),
    });
    const running = { fill, stop, timer };
    this.#running = running;
    void fill.run(teams, stop.signal).then(() => this.#end(running));
  }

  #end(running: Running): void {
    if (this.#running !== running) return;
    this.lost();
    this.#letGo();
  }

  #giveUp(maxHoldMs: number): void {
    this.#running?.fill.giveUp(`reading took longer than ${maxHoldMs} ms`);
    this.lost();
    this.#letGo();
  }

  /** Nothing is held any longer. */
  #letGo(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#passAll(held.holdOnly([]));
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }

  #hold(held: HeldEvents, channelId: ChannelId | undefined, event: HeldEvent): boolean {
    if (channelId === undefined || !held.holds(channelId)) return false;
    if (held.size < mostHeld) held.add(channelId, event);
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
    const { dispatcher } = this.setup;
    const known = this.#seen.add(payload);
    if (known) this.#counts.duplicates += 1;
    // Those who want nothing that was missed did not get it when it was read.
    if (known !== 'came') dispatcher.dispatch('MESSAGE_SEND', payload, known ? 'uninterested' : 'all');
  }

  #bring({ channelId, channelType, teamId }: Place, messages: readonly Message[]): void {
    for (const message of messages) {
      // What came by itself meanwhile was not missed, but has its place in the order.
      const live = this.#held?.takeMessage(channelId, message.id);
      if (live) this.#pass(live.kind, live.payload);
      else this.#bringMissed({ message, channelId, channelType, teamId, replayed: true });
    }
  }

  #bringMissed(payload: Delivered<'MESSAGE_SEND'>): void {
    if (this.#seen.addRead(payload)) return;
    this.#counts.replayed += 1;
    this.setup.dispatcher.dispatch('MESSAGE_SEND', payload, 'interested');
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
