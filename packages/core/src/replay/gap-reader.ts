import type { Channel, ChannelId, DirectMessage, Message, Team, TeamId } from '@botwright/protocol';
import { limits, privateChannelName } from '@botwright/protocol/facts';
import type { Api } from '../api/api.js';
import { ReplyUnreadable, RequestRejected } from '../errors.js';
import { type Missed, MissedMessages } from './missed-messages.js';
import type { SeenMessages } from './seen-messages.js';

/** A channel in which something may have been missed. */
export interface Place {
  readonly channelId: ChannelId;
  readonly channelType: string;
  readonly teamId: TeamId | null;
}

export interface GapBounds {
  /** Moments as ISO 8601. Nothing that is older is wanted. */
  readonly notBefore: string;
  /** Whether the gap was so long that what was said in it may be older than that, by a clock that nobody sets. */
  readonly isLong: boolean;
  /** Since when the bot listens without a break, by the clock's `monotonic`. */
  readonly since: number;
  /** The same as a date: what was said before belongs to the time before the bot listened. */
  readonly listeningSince: string;
  /** No honest date is later. */
  readonly latest: string;
  /** How many messages may be brought, as of now. */
  readonly most: () => number;
}

/** The service's answer to who may not look: there is nothing to be missed then. */
const outOfReach = [403, 404];

/** The only type of which it is known that it holds messages. */
const textType = 'text';

/** Reads what was missed over HTTP. */
export class GapReader {
  constructor(
    private readonly api: Pick<Api, 'channels' | 'directMessages' | 'messages'>,
    private readonly seen: SeenMessages,
  ) {}

  /** The channels of a team that hold messages. */
  async places(team: Team, signal: AbortSignal): Promise<Place[]> {
    const { channels } = await this.api.channels.list(team.id, { signal });
    return channels.filter((channel) => this.#mayHoldMessages(channel)).map(placeOf);
  }

  /**
   * The channels of private conversations of which something was seen, and of those in which somebody spoke only since
   * then. The service need not have the list of the latter.
   */
  async privatePlaces(bounds: () => Pick<GapBounds, 'listeningSince'>, signal: AbortSignal): Promise<Place[]> {
    const known = this.knownPlaces(null);
    const listed = await this.#conversations(signal);
    // The answer told what the service's time is.
    const { listeningSince } = bounds();
    const begun = listed.filter(
      ({ channelId, createdAt, lastMessage }) =>
        this.seen.watermark(channelId) === undefined && (lastMessage?.createdAt ?? createdAt) >= listeningSince,
    );
    return [...known, ...begun.map(({ channelId }) => ({ channelId, channelType: textType, teamId: null }))];
  }

  /** The channels of a team, or of none, of which something was seen. */
  knownPlaces(wanted: TeamId | null): Place[] {
    return this.seen.watermarks.filter(({ teamId }) => teamId === wanted);
  }

  /** From when on messages of a channel may have been missed. */
  from({ channelId }: Place, { listeningSince, latest }: Pick<GapBounds, 'listeningSince' | 'latest'>): string {
    const seenUntil = this.seen.watermark(channelId)?.seenUntil ?? '';
    return seenUntil > listeningSince && seenUntil <= latest ? seenUntil : listeningSince;
  }

  /** Messages that nobody has seen, from the newest back to one that is known, in the service's order. */
  async missed(place: Place, bounds: GapBounds, signal: AbortSignal): Promise<Missed> {
    const { latest, most } = bounds;
    const { lastId, notedAt = Number.NEGATIVE_INFINITY } = this.seen.watermark(place.channelId) ?? {};
    // What is said while nobody listens is not noted.
    const heardUntilGap = notedAt >= bounds.since;
    const notBefore = heardUntilGap && !bounds.isLong ? undefined : bounds.notBefore;
    const missed = new MissedMessages({ heardUntilGap, from: this.from(place, bounds), notBefore, latest, most });
    for await (const message of this.#history(place, signal)) {
      if (!missed.take(message, message.id === lastId || this.seen.knows(message.id))) break;
    }
    return missed.result;
  }

  /** Puts places first in which something was said last. */
  readonly byLastSeen = (a: Place, b: Place): number => compare(this.#lastSeen(b), this.#lastSeen(a));

  #lastSeen({ channelId }: Place): string {
    return this.seen.watermark(channelId)?.seenUntil ?? '';
  }

  async #conversations(signal: AbortSignal): Promise<DirectMessage[]> {
    try {
      return await this.api.directMessages.list({ signal });
    } catch (error) {
      if (error instanceof RequestRejected || error instanceof ReplyUnreadable) return [];
      throw error;
    }
  }

  #history({ channelId }: Place, signal: AbortSignal): AsyncGenerator<Message, void> {
    return this.api.messages.history(channelId, { pageSize: limits.messagesPerPage.value }, { signal });
  }

  #mayHoldMessages({ id, type, name }: Channel): boolean {
    if (name === privateChannelName) return false;
    return type === textType || this.seen.watermark(id) !== undefined;
  }
}

/** Whether a call failed because there is nothing to see for the bot. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof RequestRejected && outOfReach.includes(error.status);
}

function placeOf({ id, type, teamId }: Channel): Place {
  return { channelId: id, channelType: type, teamId };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
