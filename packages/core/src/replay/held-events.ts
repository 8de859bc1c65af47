import type { ChannelId, EventKind, EventPayload, Message, MessageId } from '@botwright/protocol';

export interface HeldEvent {
  readonly kind: EventKind | 'unknown';
  readonly payload: unknown;
}

/** What waits in one channel. */
interface Waiting {
  /** In the order in which it came. */
  readonly events: Set<HeldEvent>;
  /** Those of the events that are messages: they are asked for with each one that is read. */
  readonly messages: Map<MessageId, HeldEvent>;
}

/** Live events that wait until what was missed before them in their channel has been brought. */
export class HeldEvents {
  readonly #waiting = new Map<ChannelId, Waiting>();
  /** Undefined while it is not known yet which channels will be looked at: then all are held. */
  #channels: Set<ChannelId> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  holds(channelId: ChannelId): boolean {
    return this.#channels === undefined || this.#channels.has(channelId);
  }

  /** Whether an event waits in this channel. */
  has(channelId: ChannelId): boolean {
    return this.#waiting.has(channelId);
  }

  /** How many messages wait in this channel. */
  messagesIn(channelId: ChannelId): number {
    return this.#waiting.get(channelId)?.messages.size ?? 0;
  }

  /** How many of these messages wait in this channel. */
  messagesAmong(channelId: ChannelId, messages: readonly Message[]): number {
    const waiting = this.#waiting.get(channelId)?.messages;
    return messages.filter(({ id }) => waiting?.has(id)).length;
  }

  /** Takes a message out of those that wait in this channel. */
  takeMessage(channelId: ChannelId, messageId: MessageId): HeldEvent | undefined {
    const waiting = this.#waiting.get(channelId);
    const event = waiting?.messages.get(messageId);
    if (!waiting || !event) return undefined;
    waiting.messages.delete(messageId);
    waiting.events.delete(event);
    this.#size -= 1;
    return event;
  }

  add(channelId: ChannelId, event: HeldEvent): void {
    const waiting = this.#waiting.get(channelId) ?? { events: new Set(), messages: new Map() };
    this.#waiting.set(channelId, waiting);
    waiting.events.add(event);
    const messageId = messageIdOf(event);
    // One that came twice is taken by its first.
    if (messageId !== undefined && !waiting.messages.has(messageId)) waiting.messages.set(messageId, event);
    this.#size += 1;
  }

  /** Takes over what waits in another, behind what waits here. */
  addAll(other: HeldEvents): void {
    for (const [channelId, { events }] of other.#waiting) {
      for (const event of events) this.add(channelId, event);
    }
  }

  /** Holds all channels, until it is told which. */
  holdAll(): void {
    this.#channels = undefined;
  }

  /** Holds these channels alone from now on, and gives what waits in others. */
  holdOnly(channels: Iterable<ChannelId>): HeldEvent[] {
    const wanted = new Set(channels);
    this.#channels = wanted;
    return [...this.#waiting.keys()].filter((id) => !wanted.has(id)).flatMap((id) => this.#take(id));
  }

  /** Holds this channel no longer, and gives what waits in it. */
  release(channelId: ChannelId): HeldEvent[] {
    this.#channels?.delete(channelId);
    return this.#take(channelId);
  }

  #take(channelId: ChannelId): HeldEvent[] {
    const events = [...(this.#waiting.get(channelId)?.events ?? [])];
    this.#waiting.delete(channelId);
    this.#size -= events.length;
    return events;
  }
}

function messageIdOf({ kind, payload }: HeldEvent): MessageId | undefined {
  return kind === 'MESSAGE_SEND' ? (payload as EventPayload<'MESSAGE_SEND'>).message.id : undefined;
}
