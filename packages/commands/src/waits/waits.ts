import type { Clock, Timer } from '@botwright/clock';
import { currentHandling, type Dispatcher } from '@botwright/core';
import type { ChannelId, EmojiId, EventPayload, Message, MessageId, UserId } from '@botwright/protocol';
import { type CancelReason, WaitCancelled, WaitTimedOut } from './errors.js';

/** A reaction that somebody gave, or took back. */
export interface Press {
  readonly messageId: MessageId;
  readonly emojiId: EmojiId;
  readonly added: boolean;
}

/** What came of a wait. */
export type Answer =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'press'; readonly press: Press };

/** What is waited for: something that one person does in one channel. */
export interface WaitRequest {
  /** The message of the call that waits. */
  readonly callId: MessageId;
  readonly channelId: ChannelId;
  readonly userId: UserId;
  /** By the clock, from now. */
  readonly timeoutMs: number;
  /** Gives the wait up with its reason. */
  readonly signal: AbortSignal;
  /** Whether a message that begins with the prefix is an answer like others, or stays a command. */
  readonly prefixed: 'answer' | 'command';
  takesMessage(message: Message): boolean;
  takesPress(press: Press): boolean;
}

export interface OpenWait {
  /** @throws {WaitTimedOut} and {WaitCancelled}, or whatever the signal aborts with. */
  readonly answer: Promise<Answer>;
  /** Ends it unanswered; `answer` stays open for good. */
  close(): void;
}

interface Entry {
  readonly request: WaitRequest;
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/** Who waits for whom. Of several waits for one person in one channel the latest gets what it takes. */
export class Waits {
  readonly #entries = new Map<string, readonly Entry[]>();
  readonly #taken = new WeakSet<Message>();
  #unlisten: (() => void) | undefined;
  #isClosed = false;

  /** @param events - Reactions and deletions are listened to while somebody waits, and only then. */
  constructor(
    private readonly clock: Clock,
    private readonly events: Pick<Dispatcher, 'on'> | undefined,
  ) {}

  /** Begins to wait. */
  open(request: WaitRequest): OpenWait {
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>();
    // Whoever waits looks at it later, after the question has been sent.
    answer.catch(() => undefined);
    if (this.#isClosed) reject(new WaitCancelled('stopped'));
    const signals = [request.signal, currentHandling()?.signal].filter((signal) => signal !== undefined);
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) reject(aborted.reason);
    if (this.#isClosed || aborted !== undefined) return { answer, close: () => undefined };
    return { answer, close: this.#enter(request, signals, resolve, reject) };
  }

  /** Gives a message to who waits for it; true when somebody took it. Costs nothing while nobody waits. */
  take({ message, channelId }: EventPayload<'MESSAGE_SEND'>, isPrefixed: boolean): boolean {
    const entry = this.#at(channelId, message.createdBy.id).findLast(
      ({ request }) => !(isPrefixed && request.prefixed === 'command') && request.takesMessage(message),
    );
    if (entry === undefined) return false;
    this.#taken.add(message);
    entry.settle({ kind: 'message', message });
    return true;
  }

  /** Whether a message was somebody's answer. */
  took(message: Message): boolean {
    return this.#taken.has(message);
  }

  /** Whether reactions can be waited for. */
  get hearsPresses(): boolean {
    return this.events !== undefined;
  }

  /** The calls that wait. */
  get callIds(): ReadonlySet<MessageId> {
    return new Set(this.#all().map(({ request }) => request.callId));
  }

  /** Gives up the waits of one call. */
  cancel(callId: MessageId, reason: CancelReason): void {
    for (const entry of this.#all()) {
      if (entry.request.callId === callId) entry.fail(new WaitCancelled(reason));
    }
  }

  /** Gives up every wait, and refuses further ones. */
  close(): void {
    this.#isClosed = true;
    for (const entry of this.#all()) entry.fail(new WaitCancelled('stopped'));
  }

  #all(): Entry[] {
    return [...this.#entries.values()].flat();
  }

  #at(channelId: ChannelId, userId: UserId): readonly Entry[] {
    return this.#entries.size === 0 ? [] : (this.#entries.get(`${channelId} ${userId}`) ?? []);
  }

  #enter(
    request: WaitRequest,
    signals: readonly AbortSignal[],
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): () => void {
    let timer: Timer | undefined;
    const leave = (): void => {
      this.clock.clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', abort);
      this.#remove(entry);
    };
    const fail = (error: unknown): void => {
      leave();
      reject(error);
    };
    const settle = (answer: Answer): void => {
      leave();
      resolve(answer);
    };
    const abort = (): void => fail(signals.find((signal) => signal.aborted)?.reason);
    const entry = { request, settle, fail };
    timer = this.clock.setTimeout(() => fail(new WaitTimedOut(request.timeoutMs)), request.timeoutMs);
    for (const signal of signals) signal.addEventListener('abort', abort);
    this.#add(entry);
    return leave;
  }

  #add(entry: Entry): void {
    const { channelId, userId } = entry.request;
    this.#entries.set(`${channelId} ${userId}`, [...this.#at(channelId, userId), entry]);
    this.#unlisten ??= this.#listen();
  }

  #remove(entry: Entry): void {
    const { channelId, userId } = entry.request;
    const left = this.#at(channelId, userId).filter((other) => other !== entry);
    if (left.length > 0) this.#entries.set(`${channelId} ${userId}`, left);
    else this.#entries.delete(`${channelId} ${userId}`);
    if (this.#entries.size > 0) return;
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  #listen(): (() => void) | undefined {
    if (this.events === undefined) return undefined;
    const press = (added: boolean) => (event: EventPayload<'MESSAGE_REACTION_ADDED'>) => this.#press(event, added);
    const ends = [
      this.events.on('MESSAGE_REACTION_ADDED', press(true), { name: 'waits for reactions' }),
      this.events.on('MESSAGE_REACTION_REMOVED', press(false), { name: 'waits for reactions' }),
      this.events.on('MESSAGE_DELETED', ({ messageId }) => this.cancel(messageId, 'deleted'), { name: 'waits' }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  #press({ channelId, messageId, emojiId, reactedBy }: EventPayload<'MESSAGE_REACTION_ADDED'>, added: boolean): void {
    const press = { messageId, emojiId, added };
    const entry = this.#at(channelId, reactedBy.id).findLast(({ request }) => request.takesPress(press));
    entry?.settle({ kind: 'press', press });
  }
}
