import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@botwright/clock';
import type { Logger } from '@botwright/core';
import type { Message, TeamId } from '@botwright/protocol';
import type { Json, Namespace, Store } from '@botwright/store';
import type { MessageContext } from '../context.js';
import { apologise } from '../failures.js';
import { explainEnding } from '../waits/ending.js';
import { WaitCancelled, WaitTimedOut } from '../waits/errors.js';
import { type ConversationClass, type ConversationInstance, conversationOf } from './conversation.js';
import { ConversationInvalid } from './errors.js';
import { type ConversationRecord, conversationRecord } from './record.js';
import { Talk, WentBack } from './talk.js';

const keptMs = 30 * 86_400_000;

export interface ConversationsParts {
  readonly classes: readonly ConversationClass[];
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  instantiate(conversationClass: ConversationClass): ConversationInstance;
  contextOf(origin: ConversationOrigin, signal: AbortSignal): MessageContext;
}

/** What a conversation goes back to. */
export interface ConversationOrigin {
  readonly name: string;
  readonly message: Message;
  readonly teamId: TeamId | null;
}

interface Active {
  readonly controller: AbortController;
  talk: Talk | undefined;
  over: Promise<void>;
}

/** The conversations of one bot: at most one of each person in each channel. */
export class Conversations {
  readonly #classes: ReadonlyMap<string, ConversationClass>;
  readonly #records: Namespace<ConversationRecord>;
  readonly #active = new Map<string, Active>();
  /** They belong to no handler, also when one begins them. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #isStopping = false;

  /** @throws {ConversationInvalid} for a class without @Conversation, or two of one name. */
  constructor(private readonly parts: ConversationsParts) {
    this.#classes = byName(parts.classes);
    this.#records = parts.store.namespace('botwright/conversations', conversationRecord);
  }

  /** Stores a conversation and lets it go. */
  async begin(
    conversationClass: ConversationClass,
    input: Json,
    message: Message,
    teamId: TeamId | null,
  ): Promise<void> {
    const known = conversationOf(conversationClass);
    if (known === undefined || this.#classes.get(known.name) !== conversationClass) {
      throw new ConversationInvalid(conversationClass.name, 'is not among the bot\'s "conversations". Add it there.');
    }
    const record = { name: known.name, version: known.version, teamId, message, input, steps: [] };
    const key = keyOf(record);
    await this.#replace(key);
    await this.#save(key, record);
    this.#go(key, record, conversationClass);
  }

  /** Goes on with what is stored. Opens no file while there are no conversations. */
  async resume(): Promise<void> {
    if (this.#classes.size === 0) return;
    const onInvalid = (err: Error) => this.parts.log.error({ err }, 'a stored conversation cannot be read');
    for await (const { key, value } of this.#records.entries({ onInvalid })) {
      if (!this.#active.has(key)) await this.#resumeOne(key, value);
    }
  }

  /** Lets each go as far as its present step; they go on at the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const active = [...this.#active.values()];
    for (const { talk } of active) talk?.end(new WaitCancelled('stopped'));
    await Promise.all(active.map(({ over }) => over));
  }

  async #resumeOne(key: string, record: ConversationRecord): Promise<void> {
    const { name, version } = record;
    const conversationClass = this.#classes.get(name);
    if (conversationClass === undefined) {
      this.parts.log.warn({ conversation: name }, 'a stored conversation is none of the bot\'s "conversations"');
      return;
    }
    if (conversationOf(conversationClass)?.version === version) {
      this.#go(key, record, conversationClass);
      return;
    }
    this.parts.log.warn({ conversation: name, version }, 'a stored conversation is of another version, and ends');
    await this.#records.delete(key);
    const context = this.parts.contextOf(record, new AbortController().signal);
    await this.#tell(context, context.texts.waits.outdated);
  }

  async #replace(key: string): Promise<void> {
    const active = this.#active.get(key);
    active?.talk?.end(new WaitCancelled('replaced'));
    active?.controller.abort(new WaitCancelled('replaced'));
    await active?.over;
  }

  #go(key: string, record: ConversationRecord, conversationClass: ConversationClass): void {
    const controller = new AbortController();
    const active: Active = { controller, talk: undefined, over: Promise.resolve() };
    this.#active.set(key, active);
    active.over = this.#outside(() => this.#drive(key, record, conversationClass, active));
  }

  async #drive(
    key: string,
    record: ConversationRecord,
    conversationClass: ConversationClass,
    active: Active,
  ): Promise<void> {
    const context = this.parts.contextOf(record, active.controller.signal);
    try {
      const isOver = await this.#runThrough(key, record, conversationClass, { active, context });
      if (isOver) await this.#records.delete(key);
    } catch (err) {
      context.log.error({ err }, `conversation ${record.name} could not be stored`);
    } finally {
      this.#active.delete(key);
      active.talk?.end(new WaitCancelled('replaced'));
      active.controller.abort(new WaitCancelled('person'));
    }
  }

  /** False when it only pauses, for the bot stops. */
  async #runThrough(
    key: string,
    record: ConversationRecord,
    conversationClass: ConversationClass,
    { active, context }: { readonly active: Active; readonly context: MessageContext },
  ): Promise<boolean> {
    let latest = record.message;
    for (;;) {
      const save = () => this.#save(key, record);
      const talk = new Talk({ context, record, clock: this.parts.clock, latest, save });
      active.talk = talk;
      const failure = await this.#run(conversationClass, talk);
      const because = talk.ending === undefined ? failure : talk.ending.because;
      if (this.#isStopping && isCancelledFor(because, 'stopped')) return false;
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
  async #run(conversationClass: ConversationClass, talk: Talk): Promise<unknown> {
    try {
      await this.parts.instantiate(conversationClass).run(talk);
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

function byName(classes: readonly ConversationClass[]): ReadonlyMap<string, ConversationClass> {
  const known = new Map<string, ConversationClass>();
  for (const conversationClass of classes) {
    const options = conversationOf(conversationClass);
    if (options === undefined) {
      throw new ConversationInvalid(
        conversationClass.name,
        'has no @Conversation({ name, version }). Add it above the class.',
      );
    }
    const other = known.get(options.name);
    if (other !== undefined) {
      throw new ConversationInvalid(
        conversationClass.name,
        `has the name "${options.name}" of ${other.name}. Rename one.`,
      );
    }
    known.set(options.name, conversationClass);
  }
  return known;
}
