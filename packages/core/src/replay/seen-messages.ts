import type { ChannelId, EventPayload, MessageId, TeamId } from '@botwright/protocol';
import { type Known, SeenIds } from './seen-ids.js';

type MessageEvent = EventPayload<'MESSAGE_SEND'>;

/** How far the messages of a channel were seen. */
export interface Watermark {
  /** The message that came last, or was read last, however quiet the channel is: `SeenIds` may have forgotten it. */
  lastId: MessageId;
  /** Its `createdAt`. Not the latest of all: one date that is wrong must not hold for good. */
  seenUntil: string;
  /** When it came or was read, by the clock's `monotonic`. */
  notedAt: number;
  cameByItself: boolean;
  readonly channelId: ChannelId;
  readonly channelType: string;
  readonly teamId: TeamId | null;
}

const mostIds = 10_000;
/** Watermarks are kept in two generations of this size: a channel in which nothing is said while both fill up is forgotten. */
const generation = 10_000;

/** Which messages came already, as far as memory may go. */
export class SeenMessages {
  readonly #ids = new SeenIds(mostIds);
  #recent = new Map<ChannelId, Watermark>();
  #earlier = new Map<ChannelId, Watermark>();
  /** Of the recent ones that of the channel in which something was said last: the next message is often in the same. */
  #latest: Watermark | undefined;

  /** How many ids and channels are remembered. */
  get size(): { ids: number; channels: number } {
    return { ids: this.#ids.size, channels: this.#recent.size + this.#earlier.size };
  }

  /** A new connection: what was read on an earlier one does not come by itself any more. */
  reconnect(): void {
    this.#ids.markAllCame();
  }

  /** Adds a message that came by itself, unless it is known already: then how. `at` is by the clock's `monotonic`. */
  add(event: MessageEvent, at: number): Known | undefined {
    const known = this.#note(event, at, true);
    if (known === 'read') this.#ids.markCame(event.message.id);
    return known;
  }

  /** Adds a message that was read. It may come by itself all the same. */
  addRead(event: MessageEvent, at: number): Known | undefined {
    const known = this.#note(event, at, false);
    if (!known) this.#ids.markRead(event.message.id);
    return known;
  }

  /** Whether a message came, or was read. */
  knows(id: MessageId): boolean {
    return this.#ids.has(id);
  }

  watermark(channelId: ChannelId): Watermark | undefined {
    const recent = this.#recent.get(channelId);
    if (recent) return recent;
    const earlier = this.#earlier.get(channelId);
    if (earlier) this.#keep(earlier);
    return earlier;
  }

  /** Every channel of which something was seen. */
  get watermarks(): Watermark[] {
    return [...this.#recent.values(), ...this.#earlier.values()];
  }

  /**
   * How far the clock that dates messages is ahead of the clock's `monotonic`: in the middle of all channels, so that
   * whoever dates the messages of a few decides nothing. Undefined while nothing came by itself.
   */
  get datedAheadMs(): number | undefined {
    const ahead = this.watermarks
      .filter(({ cameByItself }) => cameByItself)
      .map(({ seenUntil, notedAt }) => Date.parse(seenUntil) - notedAt)
      .sort((a, b) => a - b);
    return ahead[(ahead.length - 1) >> 1];
  }

  #note(
    { message, channelId, channelType, teamId }: MessageEvent,
    notedAt: number,
    cameByItself: boolean,
  ): Known | undefined {
    const { id, createdAt } = message;
    const known = this.#ids.add(id);
    if (known) return known;
    const mark = this.#latest?.channelId === channelId ? this.#latest : this.watermark(channelId);
    this.#latest = mark;
    if (mark === undefined) {
      this.#keep({ lastId: id, seenUntil: createdAt, notedAt, cameByItself, channelId, channelType, teamId });
      return undefined;
    }
    mark.lastId = id;
    mark.seenUntil = createdAt;
    mark.notedAt = notedAt;
    mark.cameByItself = cameByItself;
    return undefined;
  }

  #keep(mark: Watermark): void {
    this.#earlier.delete(mark.channelId);
    this.#recent.set(mark.channelId, mark);
    if (this.#recent.size < generation) return;
    this.#earlier = this.#recent;
    this.#earlier.delete(mark.channelId);
    this.#recent = new Map([[mark.channelId, mark]]);
    this.#latest = undefined;
  }
}
