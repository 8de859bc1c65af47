import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@botwright/clock';
import { asWork, Cancellation, type Logger, overOrExcused } from '@botwright/core';
import type { Message, MessageId, TeamId } from '@botwright/protocol';
import type { Json, Namespace, Store } from '@botwright/store';
import type { MessageContext } from '../context.js';
import { apologise } from '../failures.js';
import { explainEnding } from '../waits/ending.js';
import { WaitCancelled, WaitTimedOut } from '../waits/errors.js';
import {
  type ConversationClass,
  type ConversationInstance,
  type ConversationOptions,
  conversationOf,
} from './conversation.js';
import { ConversationInvalid } from './errors.js';
import { type ConversationRecord, conversationRecord } from './record.js';
import { Talk, WentBack } from './talk.js';

const keptMs = 30 * 86_400_000;

/** Conversations that come and go together. */
export interface ConversationPart {
  /** The conversations that may be begun, and what makes them. */
  readonly conversations?: {
    readonly classes: readonly ConversationClass[];
    instantiate(conversationClass: ConversationClass): ConversationInstance;
  };
}

export interface ConversationsParts<Part> {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** Keeps the place of a call's wait, and does so no longer. */
  readonly waits: { hold(callId: MessageId): void; letGo(callId: MessageId): void };
  contextOf(origin: ConversationOrigin, signal: AbortSignal, part: Part): MessageContext;
}

/** What a conversation goes back to. */
export interface ConversationOrigin {
  readonly name: string;
  readonly message: Message;
  readonly teamId: TeamId | null;
}

/** A conversation that may be begun. */
interface Known<Part> {
  readonly conversationClass: ConversationClass;
  readonly part: Part;
}

interface Active<Part> {
  readonly known: Known<Part>;
  readonly cancellation: Cancellation;
  /** The message that called. */
  readonly origin: Message;
  talk: Talk | undefined;
  over: Promise<void>;
}

/** The conversations of one bot: at most one of each person in each channel. */
export class Conversations<Part extends ConversationPart = ConversationPart> {
  #known: ReadonlyMap<string, Known<Part>>;
  readonly #records: Namespace<ConversationRecord>;
  readonly #active = new Map<string, Active<Part>>();
  /** Parts whose conversations go on another time, perhaps as those of another part. */
  readonly #pausing = new WeakSet<Part>();
  /** They belong to no handler, also when one begins them. */
  readonly #outside = AsyncLocalStorage.snapshot();

  /** @throws as `plan` does. */
  constructor(
    parts: readonly Part[],
    private readonly own: ConversationsParts<Part>,
  ) {
    this.#known = byName(parts);
    this.#records = own.store.namespace('botwright/conversations', conversationRecord);
  }

  /**
   * Checks that the conversations of these parts, and no others, can stand beside each other.
   *
   * @returns What puts them in the place of those that stand.
   * @throws {ConversationInvalid} for a class without @Conversation, or two of one name.
   */
  plan(parts: readonly Part[]): () => void {
    const known = byName(parts);
    return () => {
      this.#known = known;
    };
  }

  /** Stores a conversation and lets it go. */
  async begin(
    conversationClass: ConversationClass,
    input: Json,
    message: Message,
    teamId: TeamId | null,
  ): Promise<void> {
    const options = conversationOf(conversationClass);
    if (options === undefined || this.#known.get(options.name)?.conversationClass !== conversationClass) {
      throw new ConversationInvalid(conversationClass.name, 'is not among the bot\'s "conversations". Add it there.');
    }
    const record = { name: options.name, version: options.version, teamId, message, input, steps: [] };
    const key = keyOf(record);
    await this.#replace(key);
    await this.#save(key, record);
    // It may have been taken away meanwhile, or exchanged.
    const known = this.#known.get(options.name);
    if (known !== undefined && !this.#active.has(key)) this.#go(key, record, known);
  }

  /** Goes on with what is stored, of one part or of all. Opens no file while there are no conversations. */
  async resume(part?: Part): Promise<void> {
    const isMeant = (known: Known<Part> | undefined) => part === undefined || known?.part === part;
    if (![...this.#known.values()].some(isMeant)) return;
    const onInvalid = (err: Error) => this.own.log.error({ err }, 'a stored conversation cannot be read');
    for await (const { key, value } of this.#records.entries({ onInvalid })) {
      if (!this.#active.has(key) && isMeant(this.#known.get(value.name))) await this.#resumeOne(key, value);
    }
  }

  /**
   * Lets each of a part go as far as its present step. They go on at the next start, or at once when another part has
   * conversations of their names by now.
   */
  async pause(part: Part): Promise<void> {
    this.#pausing.add(part);
    const active = [...this.#active.values()].filter(({ known }) => known.part === part);
    for (const one of active) {
      one.talk?.end(new WaitCancelled('stopped'));
      if (this.#successorOf(one.known) !== undefined) this.own.waits.hold(one.origin.id);
    }
    await Promise.all(active.map(({ cancellation, over }) => overOrExcused(cancellation, over)));
  }

  /** What a conversation goes on as, when its class was exchanged for another of the same name. */
  #successorOf(known: Known<Part>): Known<Part> | undefined {
    const name = conversationOf(known.conversationClass)?.name ?? '';
    const successor = this.#known.get(name);
    return successor === known || successor?.part === known.part ? undefined : successor;
  }

  async #resumeOne(key: string, record: ConversationRecord): Promise<void> {
    const { name, version } = record;
    const known = this.#known.get(name);
    if (known === undefined) {
      this.own.log.warn({ conversation: name }, 'a stored conversation is none of the bot\'s "conversations"');
      return;
    }
    if (conversationOf(known.conversationClass)?.version === version) {
      this.#go(key, record, known);
      return;
    }
    this.own.log.warn({ conversation: name, version }, 'a stored conversation is of another version, and ends');
    await this.#records.delete(key);
    const context = this.own.contextOf(record, new AbortController().signal, known.part);
    await this.#tell(context, context.texts.waits.outdated);
  }

  async #replace(key: string): Promise<void> {
    const active = this.#active.get(key);
    active?.talk?.end(new WaitCancelled('replaced'));
    active?.cancellation.abort(new WaitCancelled('replaced'));
    await active?.over;
  }

  #go(key: string, record: ConversationRecord, known: Known<Part>): void {
    const cancellation = new Cancellation();
    const over = Promise.resolve();
    const active = { known, cancellation, talk: undefined, origin: record.message, over };
    this.#active.set(key, active);
    active.over = this.#outside(() => asWork(cancellation, () => this.#drive(key, record, active)));
  }

  async #drive(key: string, record: ConversationRecord, active: Active<Part>): Promise<void> {
    const context = this.own.contextOf(record, active.cancellation.signal, active.known.part);
    try {
      const isOver = await this.#runThrough(key, record, active, context);
      if (isOver) await this.#records.delete(key);
    } catch (err) {
      context.log.error({ err }, `conversation ${record.name} could not be stored`);
    } finally {
      this.#active.delete(key);
      active.talk?.end(new WaitCancelled('replaced'));
      active.cancellation.abort(new WaitCancelled('person'));
      await this.#handOver(key, active);
    }
  }

  /** Lets a conversation whose class was exchanged go on as what took its place. */
  async #handOver(key: string, { known, origin }: Active<Part>): Promise<void> {
    const { log, waits } = this.own;
    try {
      const record = this.#successorOf(known) ? await this.#records.get(key) : undefined;
      if (record !== undefined && !this.#active.has(key)) await this.#resumeOne(key, record);
    } catch (err) {
      log.error({ err, conversation: origin.id }, 'a conversation whose class was exchanged could not go on');
    }
    if (!this.#active.has(key)) waits.letGo(origin.id);
  }

  /** False when it only pauses, for the bot stops. */
  async #runThrough(
    key: string,
    record: ConversationRecord,
    active: Active<Part>,
    context: MessageContext,
  ): Promise<boolean> {
    let latest = record.message;
    for (;;) {
      const save = () => this.#save(key, record);
      const talk = new Talk({ context, record, clock: this.own.clock, latest, save });
      active.talk = talk;
      const failure = await this.#run(active.known, talk);
      const because = talk.ending === undefined ? failure : talk.ending.because;
      if (this.#pausing.has(active.known.part) && isCancelledFor(because, 'stopped')) return false;
      if (!(because instanceof WentBack)) {
        if (because !== undefined) await this.#explain(because, context);
        return true;
      }
      record.steps.length = because.toStep;
      latest = because.latest;
      await save();
    }
  }

  /** Why it failed, if it did. */
  async #run({ conversationClass, part }: Known<Part>, talk: Talk): Promise<unknown> {
    try {
      await part.conversations?.instantiate(conversationClass).run(talk);
      if (talk.ending === undefined) talk.checkEnd();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  async #explain(error: unknown, context: MessageContext): Promise<void> {
    if (error instanceof WaitCancelled || error instanceof WaitTimedOut) {
      await this.#tell(context, explainEnding(error, context.texts));
      return;
    }
    const reference = randomBytes(3).toString('hex');
    context.log.error({ err: error, reference }, `conversation ${context.command.name} failed`);
    await this.#tell(context, apologise(reference, context.texts));
  }

  async #tell(context: MessageContext, text: string): Promise<void> {
    if (text === '') return;
    try {
      await context.reply(text);
    } catch (err) {
      context.log.warn({ err }, 'the end of a conversation could not be told');
    }
  }

  async #save(key: string, record: ConversationRecord): Promise<void> {
    await this.#records.set(key, record, { ttlMs: keptMs });
  }
}

function keyOf({ message }: ConversationRecord): string {
  return `${message.channelId}/${message.createdBy.id}`;
}

function isCancelledFor(error: unknown, reason: WaitCancelled['reason']): boolean {
  return error instanceof WaitCancelled && error.reason === reason;
}

function byName<Part extends ConversationPart>(parts: readonly Part[]): ReadonlyMap<string, Known<Part>> {
  const known = new Map<string, Known<Part>>();
  for (const part of parts) {
    for (const conversationClass of part.conversations?.classes ?? []) {
      const { name } = requireConversation(conversationClass);
      const other = known.get(name);
      if (other !== undefined) {
        const problem = `has the name "${name}" of ${other.conversationClass.name}. Rename one.`;
        throw new ConversationInvalid(conversationClass.name, problem);
      }
      known.set(name, { conversationClass, part });
    }
  }
  return known;
}

function requireConversation(conversationClass: ConversationClass): ConversationOptions {
  const options = conversationOf(conversationClass);
  if (options !== undefined) return options;
  throw new ConversationInvalid(
    conversationClass.name,
    'has no @Conversation({ name, version }). Add it above the class.',
  );
}
