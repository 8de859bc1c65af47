import type { Message, Team, TeamId } from '@botwright/protocol';
import { ReplayIncomplete } from '../errors.js';
import { type GapBounds, type GapReader, isOutOfReach, type Place } from './gap-reader.js';
import type { HeldEvent, HeldEvents } from './held-events.js';
import type { Missed } from './missed-messages.js';
import type { ReplayOptions } from './options.js';

export interface GapFillSetup {
  /** The bot's. */
  readonly teams: readonly Team[];
  readonly reader: GapReader;
  readonly held: HeldEvents;
  readonly options: Required<ReplayOptions>;
  /** What is asked of the service's time, which the first answer tells. */
  bounds(): Omit<GapBounds, 'most'>;
  /** Now, in the service's time, as ISO 8601. */
  now(): string;
  /** Brings messages that were missed. */
  bring(place: Place, messages: readonly Message[]): void;
  /** Takes live events that wait no longer. */
  letGo(events: readonly HeldEvent[]): void;
  incomplete(incomplete: ReplayIncomplete): void;
}

const tooMany = 'there are more messages than may be brought in all';

/** As many channels are read at once: what the bot itself wants to call goes in between. */
const readers = 4;

/** Reads what was missed while one connection was gone, channel by channel. */
export class GapFill {
  /** Teams whose channels are not listed yet; null stands for the private conversations. */
  #unlisted: readonly (TeamId | null)[];
  /** Channels that are to be read. */
  #places: Place[] = [];
  readonly #reading = new Set<Place>();
  #brought = 0;

  constructor(private readonly setup: GapFillSetup) {
    this.#unlisted = [...setup.teams.map(({ id }) => id), null];
  }

  /**
   * Brings what was missed, each channel's messages before the live events that wait there. Never rejects; what it did
   * not come to when the signal aborts stays held.
   */
  async run(signal: AbortSignal): Promise<void> {
    const lists = await Promise.all([
      this.#privatePlaces(signal),
      ...this.setup.teams.map((team) => this.#placesOf(team, signal)),
    ]);
    if (signal.aborted) return;
    this.#unlisted = [];
    this.#places = this.#chosen(lists.flat());
    this.setup.letGo(this.setup.held.holdOnly(this.#places.map(({ channelId }) => channelId)));
    await Promise.all(Array.from({ length: readers }, () => this.#read(signal)));
  }

  /** Says of all that it did not come to that it is incomplete. */
  giveUp(problem: string): void {
    for (const teamId of this.#unlisted) this.#tell({ teamId }, problem);
    for (const place of [...this.#reading, ...this.#places]) this.#tell(place, problem);
  }

  async #privatePlaces(signal: AbortSignal): Promise<Place[]> {
    const { reader, bounds } = this.setup;
    try {
      return await reader.privatePlaces(bounds, signal);
    } catch (error) {
      if (signal.aborted) return [];
      this.#tell({ teamId: null }, 'the list of private conversations cannot be had', error);
      return reader.knownPlaces(null);
    }
  }

  async #placesOf(team: Team, signal: AbortSignal): Promise<Place[]> {
    try {
      return await this.setup.reader.places(team, signal);
    } catch (error) {
      if (signal.aborted || isOutOfReach(error)) return [];
      this.#tell({ teamId: team.id }, 'the list of its channels cannot be had', error);
      return this.setup.reader.knownPlaces(team.id);
    }
  }

  #chosen(places: Place[]): Place[] {
    const sorted = places.sort(this.setup.reader.byLastSeen);
    const chosen = sorted.slice(0, this.setup.options.channels);
    for (const place of sorted.slice(chosen.length)) this.#tell(place, 'there are more channels than may be looked at');
    return chosen;
  }

  async #read(signal: AbortSignal): Promise<void> {
    for (let place = this.#next(); place; place = this.#next()) {
      this.#reading.add(place);
      const missed = await this.#missedIn(place, signal);
      if (signal.aborted) return;
      this.#reading.delete(place);
      this.#deliver(place, missed);
    }
  }

  /** Channels in which somebody said something since come first: that waits. */
  #next(): Place | undefined {
    const waiting = this.#places.findIndex(({ channelId }) => this.setup.held.has(channelId));
    return this.#places.splice(Math.max(0, waiting), 1)[0];
  }

  async #missedIn(place: Place, signal: AbortSignal): Promise<Missed> {
    const { reader, held, options } = this.setup;
    // What came by itself, until then too, stands in the list above what was missed, and takes none of its room.
    const most = () => Math.min(options.perChannel, this.#left) + held.messagesIn(place.channelId);
    try {
      return await reader.missed(place, { ...this.setup.bounds(), most }, signal);
    } catch (error) {
      if (!signal.aborted && !isOutOfReach(error)) this.#tell(place, 'its messages cannot be had', error);
      return { messages: [], shortfall: undefined };
    }
  }

  #deliver(place: Place, { messages, shortfall }: Missed): void {
    if (shortfall !== undefined) this.#tell(place, shortfall, undefined, messages[0]?.createdAt);
    const { held, bring, letGo } = this.setup;
    const live = held.messagesAmong(place.channelId, messages);
    // Other channels were read meanwhile: the newest are kept.
    const kept = messages.slice(Math.max(0, messages.length - this.#left - live));
    if (kept.length < messages.length) this.#tell(place, tooMany, undefined, kept[0]?.createdAt);
    this.#brought += kept.length - live;
    bring(place, kept);
    letGo(held.release(place.channelId));
  }

  /** How many messages may still be brought in all. */
  get #left(): number {
    return this.setup.options.total - this.#brought;
  }

  #tell(
    where: { readonly teamId: TeamId | null } | Place,
    problem: string,
    cause?: unknown,
    to = this.setup.now(),
  ): void {
    const bounds = this.setup.bounds();
    const channelId = 'channelId' in where ? where.channelId : undefined;
    const from = 'channelId' in where ? this.setup.reader.from(where, bounds) : bounds.listeningSince;
    this.setup.incomplete(new ReplayIncomplete({ channelId, teamId: where.teamId, from, to }, problem, { cause }));
  }
}
