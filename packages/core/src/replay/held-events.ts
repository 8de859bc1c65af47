import type { ChannelId, EventKind, EventPayload, Message, MessageId } from '@botwright/protocol';

export interface HeldEvent {
  readonly kind: EventKind | 'unknown';
  readonly payload: unknown;
}

/** Live events that wait until what was missed before them in their channel has been brought. */
export class HeldEvents {
  readonly #events = new Map<ChannelId, HeldEvent[]>();
  /** How many of them are messages: it is asked for with each one that is read. */
  readonly #messages = new Map<ChannelId, number>();
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
    return this.#events.has(channelId);
  }

  /** How many messages wait in this channel. */
  messagesIn(channelId: ChannelId): number {
    return this.#messages.get(channelId) ?? 0;
  }

  /** How many of these messages wait in this channel. */
  messagesAmong(channelId: ChannelId, messages: readonly Message[]): number {
    const waiting = (this.#events.get(channelId) ?? []).filter(isMessage);
    const ids = new Set(waiting.map(({ payload }) => messageIdOf(payload)));
    return messages.filter(({ id }) => ids.has(id)).length;
  }

  /** Takes a message out of those that wait in this channel. */
  takeMessage(channelId: ChannelId, messageId: MessageId): HeldEvent | undefined {
    const events = this.#events.get(channelId) ?? [];
    const index = events.findIndex((event) => isMessage(event) && messageIdOf(event.payload) === messageId);
    if (index === -1) return undefined;
    this.#size -= 1;
    this.#messages.set(channelId, this.messagesIn(channelId) - 1);
    return events.splice(index, 1)[0];
  }

  add(channelId: ChannelId, event: HeldEvent): void {
    const events = this.#events.get(channelId);
    if (events) events.push(event);
    else this.#events.set(channelId, [event]);
    if (isMessage(event)) this.#messages.set(channelId, this.messagesIn(channelId) + 1);
    this.#size += 1;
  }

  /** Takes over what waits in another, behind what waits here. */
  addAll(other: HeldEvents): void {
    for (const [channelId, events] of other.#events) {
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
    return [...this.#events.keys()].filter((id) => !wanted.has(id)).flatMap((id) => this.#take(id));
  }

  /** Holds this channel no longer, and gives what waits in it. */
  release(channelId: ChannelId): HeldEvent[] {
    this.#channels?.delete(channelId);
    return this.#take(channelId);
  }

  #take(channelId: ChannelId): HeldEvent[] {
    const events = this.#events.get(channelId) ?? [];
    this.#events.delete(channelId);
    this.#messages.delete(channelId);
    this.#size -= events.length;
    return events;
  }
}

function isMessage({ kind }: HeldEvent): boolean {
  return kind === 'MESSAGE_SEND';
}

function messageIdOf(payload: unknown): MessageId {
  return (payload as EventPayload<'MESSAGE_SEND'>).message.id;
}
