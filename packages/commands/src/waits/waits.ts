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
  readonly owner: Waits;
  readonly request: WaitRequest;
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/** The waits of those that come and go together. */
export class Waits {
  #isClosed = false;

  constructor(private readonly table: WaitTable) {}

  /** Begins to wait. */
  open(request: WaitRequest): OpenWait {
    if (!this.#isClosed) return this.table.open(request, this);
    const answer = Promise.reject(new WaitCancelled('stopped'));
    answer.catch(() => undefined);
    return { answer, close: () => undefined };
  }

  /** Whether reactions can be waited for. */
  get hearsPresses(): boolean {
    return this.table.hearsPresses;
  }

  /** The calls that wait. */
  get callIds(): ReadonlySet<MessageId> {
    return this.table.callIdsOf(this);
  }

  /** Gives up every wait, and refuses further ones. */
  close(): void {
    this.#isClosed = true;
    this.table.closeAllOf(this);
  }
}

/** The place of a wait that ended, kept for the one that goes on with it. */
interface Held {
  readonly request: WaitRequest;
  answer: Answer | undefined;
}

/** Who waits for whom. Of several waits for one person in one channel the latest gets what it takes. */
export class WaitTable {
  readonly #entries = new Map<string, readonly Entry[]>();
  readonly #held = new Map<MessageId, Held>();
  readonly #taken = new WeakSet<Message>();
  /** Undefined while nobody waits. */
  #unlisten: (() => void) | undefined;

  /** @param events - Reactions and deletions are listened to while somebody waits, and only then. */
  constructor(
    private readonly clock: Clock,
    private readonly events: Pick<Dispatcher, 'on'> | undefined,
  ) {}

  /** Begins to wait. */
  open(request: WaitRequest, owner: Waits): OpenWait {
    const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>();
    // Whoever waits looks at it later, after the question has been sent.
    answer.catch(() => undefined);
    const signals = [request.signal, currentHandling()?.signal].filter((signal) => signal !== undefined);
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) reject(aborted.reason);
    if (aborted !== undefined) return { answer, close: () => undefined };
    const held = this.#takeHeld(request);
    if (held === undefined) return { answer, close: this.#enter({ request, owner }, signals, resolve, reject) };
    resolve(held);
    return { answer, close: () => undefined };
  }

  /** Takes the answer to what a call waits for in its place, for the next wait of that call; one answer at most. */
  hold(callId: MessageId): void {
    const entry = this.#all().findLast(({ request }) => request.callId === callId);
    if (entry !== undefined) this.#held.set(callId, { request: entry.request, answer: undefined });
  }

  /** Nobody goes on with that call's wait. */
  letGo(callId: MessageId): void {
    if (this.#held.delete(callId)) this.#unlistenUnlessWaitedFor();
  }

  /** Gives a message to who waits for it; true when somebody took it. Costs nothing while nobody waits. */
  take({ message, channelId }: EventPayload<'MESSAGE_SEND'>, isPrefixed: boolean): boolean {
    if (this.#unlisten === undefined) return false;
    const wasTaken = this.#settle(
      channelId,
      message.createdBy.id,
      (request) => !(isPrefixed && request.prefixed === 'command') && request.takesMessage(message),
      { kind: 'message', message },
    );
    if (wasTaken) this.#taken.add(message);
    return wasTaken;
  }

  /** Whether a message was somebody's answer. */
  took(message: Message): boolean {
    return this.#taken.has(message);
  }

  /** Whether reactions can be waited for. */
  get hearsPresses(): boolean {
    return this.events !== undefined;
  }

  callIdsOf(owner: Waits): ReadonlySet<MessageId> {
    return new Set(this.#allOf(owner).map(({ request }) => request.callId));
  }

  /** Gives up the waits of one call. */
  cancel(callId: MessageId, reason: CancelReason): void {
    for (const entry of this.#all()) {
      if (entry.request.callId === callId) entry.fail(new WaitCancelled(reason));
    }
  }

  closeAllOf(owner: Waits): void {
    for (const entry of this.#allOf(owner)) entry.fail(new WaitCancelled('stopped'));
  }

  #all(): Entry[] {
    return [...this.#entries.values()].flat();
  }

  #allOf(owner: Waits): Entry[] {
    return this.#all().filter((entry) => entry.owner === owner);
  }

  #at(channelId: ChannelId, userId: UserId): readonly Entry[] {
    return this.#entries.size === 0 ? [] : (this.#entries.get(`${channelId} ${userId}`) ?? []);
  }

  #enter(
    wait: Pick<Entry, 'owner' | 'request'>,
    signals: readonly AbortSignal[],
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): () => void {
    const { timeoutMs } = wait.request;
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
    const entry = { ...wait, settle, fail };
    timer = this.clock.setTimeout(() => fail(new WaitTimedOut(timeoutMs)), timeoutMs);
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
    this.#unlistenUnlessWaitedFor();
  }

  #unlistenUnlessWaitedFor(): void {
    if (this.#entries.size + this.#held.size > 0) return;
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  #listen(): () => void {
    if (this.events === undefined) return () => undefined;
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
    this.#settle(channelId, reactedBy.id, (request) => request.takesPress(press), { kind: 'press', press });
  }

  #settle(channelId: ChannelId, userId: UserId, takes: (request: WaitRequest) => boolean, answer: Answer): boolean {
    const entry = this.#at(channelId, userId).findLast(({ request }) => takes(request));
    if (entry !== undefined) entry.settle(answer);
    return entry !== undefined || this.#keep(channelId, userId, takes, answer);
  }

  /** Keeps an answer for a wait that is held. */
  #keep(channelId: ChannelId, userId: UserId, takes: (request: WaitRequest) => boolean, answer: Answer): boolean {
    const held = [...this.#held.values()].findLast(
      ({ request, answer: kept }) =>
        kept === undefined && request.channelId === channelId && request.userId === userId && takes(request),
    );
    if (held === undefined) return false;
    held.answer = answer;
    return true;
  }

  /** The answer that was kept for a wait, if it is one to what is asked now. */
  #takeHeld(request: WaitRequest): Answer | undefined {
    const answer = this.#held.get(request.callId)?.answer;
    this.letGo(request.callId);
    if (answer === undefined) return undefined;
    const fits = answer.kind === 'message' ? request.takesMessage(answer.message) : request.takesPress(answer.press);
    return fits ? answer : undefined;
  }
}
