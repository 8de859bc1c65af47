import { type Client, checkNumbers, currentHandling, OptionInvalid, Roll } from '@botwright/core';
import type { ChannelId, EventPayload, Message, MessageId } from '@botwright/protocol';
import type { Namespace, Schema, Store } from '@botwright/store';
import { WaitCancelled } from '../waits/errors.js';
import type { WaitTable } from '../waits/waits.js';
import { Answers, deleteAnswer } from './answers.js';
import { type CallReading, CallRun } from './call-run.js';

/** What becomes of answers when the message that called is changed or deleted. */
export interface EditOptions {
  /** How long after it was sent a message that is changed runs again, in milliseconds; default 2 minutes. */
  readonly windowMs?: number;
  /** `keep` leaves answers when the message that called is deleted. */
  readonly onDelete?: 'delete' | 'keep';
}

const editDefaults = { windowMs: 2 * 60_000, onDelete: 'delete' } as const satisfies Required<EditOptions>;

const waysWithDeletions: readonly unknown[] = ['delete', 'keep'];

function resolved(given: EditOptions): Required<EditOptions> {
  const options = { ...editDefaults, ...given };
  const { windowMs, onDelete } = options;
  checkNumbers('edits', { windowMs });
  if (!waysWithDeletions.includes(onDelete)) throw new OptionInvalid('edits.onDelete', onDelete, '"delete" or "keep"');
  return options;
}

/** How many messages without effect are remembered, since their author may mend them. */
const mostMissed = 1_000;

interface Remembered {
  /** What was called; absent when nothing was. */
  readonly call?: string;
  readonly answers: readonly MessageId[];
}

const rememberedSchema: Schema<Remembered> = {
  '~standard': {
    validate(value) {
      const { answers } = (value ?? {}) as { readonly answers?: unknown };
      if (Array.isArray(answers)) return { value: value as Remembered };
      return { issues: [{ message: 'is no list of answers' }] };
    },
  },
};

export interface EditsParts {
  readonly client: Pick<Client, 'api' | 'log'> & Partial<Pick<Client, 'events'>>;
  readonly store: Store | undefined;
  readonly waits: WaitTable;
  readonly options: EditOptions | false;
  /** What a message calls by now. */
  readingOf(event: EventPayload<'MESSAGE_UPDATED'>): Promise<CallReading | undefined> | CallReading | undefined;
  /** Runs what a message calls by now. */
  rerun(event: EventPayload<'MESSAGE_UPDATED'>, earlier: readonly MessageId[]): Promise<unknown> | undefined;
}

/**
 * Follows the calls of a bot, so that a changed message runs again and changes its answers, and a deleted one takes them
 * along. Calls of commands with `reruns` are remembered in the store; messages that called nothing, or were refused before
 * anything ran, in memory.
 */
export class Edits {
  readonly #runs = new Roll<CallRun>();
  readonly #missed = new Map<MessageId, Remembered>();
  #stored: Namespace<Remembered> | undefined;
  readonly #options: Required<EditOptions> | undefined;
  #isListening = false;

  /** @throws {OptionInvalid} for what is no time, or no way to go about deletions. */
  constructor(private readonly parts: EditsParts) {
    const { options } = parts;
    this.#options = options === false ? undefined : resolved(options);
  }

  /** Remembers from now on which messages call what: there are commands that run again. */
  expectReruns(): void {
    if (this.#options === undefined) return;
    this.#stored ??= this.parts.store?.namespace('botwright/answers', rememberedSchema);
    this.#listen();
  }

  /** Follows a call that runs from now on. @param earlier - The answers of the run that it takes the place of. */
  begin(message: Message, reading: CallReading, earlier: readonly MessageId[]): CallRun {
    const { id, channelId } = message;
    const save = reading.reruns ? (ids: readonly MessageId[]) => this.#store(channelId, id, reading, ids) : undefined;
    const answers = new Answers(this.parts.client.api, channelId, earlier, save);
    const run = new CallRun(message, reading, answers);
    this.#runs.add(run);
    this.#missed.delete(id);
    return run;
  }

  /** Notes that a call got past guards and arguments. */
  pass(run: CallRun): void {
    run.hasBegun = true;
    // Nobody will ask for them: it neither runs again nor gives way to another run.
    if (!run.reading.reruns) run.answers.forget();
  }

  /** Notes the end of a call; undefined when there is nothing more to do about it. */
  end(run: CallRun): Promise<void> | undefined {
    const { answers, reading, hasBegun, cancellation } = run;
    if (hasBegun && !reading.reruns && (!answers.hasEarlier || cancellation.isAborted)) {
      this.#runs.delete(run);
      return undefined;
    }
    return this.#tidy(run);
  }

  /** What sends the answers to a message that called nothing. */
  answersForMiss({ id, channelId }: Message): Answers {
    return new Answers(this.parts.client.api, channelId, [], (ids) => this.miss(id, ids));
  }

  /** The calls that run, the longest at it first. */
  get running(): CallRun[] {
    return [...this.#runs];
  }

  /** Notes a message that had no effect. */
  miss(id: MessageId, answers: readonly MessageId[] = []): void {
    if (this.#options === undefined) return;
    this.#listen();
    this.#missed.set(id, { answers });
    const [oldest] = this.#missed.keys();
    if (this.#missed.size > mostMissed && oldest !== undefined) this.#missed.delete(oldest);
  }

  async #tidy(run: CallRun): Promise<void> {
    const { answers, reading, message } = run;
    try {
      if (!run.cancellation.isAborted) await answers.finish();
    } finally {
      this.#runs.delete(run);
      if (!run.hasBegun) this.miss(message.id, answers.ids);
      else if (reading.reruns) await this.#store(message.channelId, message.id, reading, answers.ids);
    }
  }

  #listen(): void {
    const { events } = this.parts.client;
    if (this.#isListening || events === undefined) return;
    this.#isListening = true;
    events.on('MESSAGE_UPDATED', (event) => this.#changed(event), { name: 'changed commands' });
    events.on('MESSAGE_DELETED', (event) => this.#deleted(event), { name: 'deleted commands' });
  }

  async #changed(event: EventPayload<'MESSAGE_UPDATED'>): Promise<void> {
    const { message, channelId } = event;
    if (!this.#isInTime(message)) return;
    const reading = await this.parts.readingOf(event);
    const run = this.#runOf(message.id);
    const earlier = await this.#recall(channelId, message.id);
    const before = run ? callOf(run.reading) : earlier?.call;
    if (reading === undefined || before === callOf(reading)) return;
    if (!(run ? mayReplace(run, reading) : reading.reruns || isMissed(earlier))) return;
    this.parts.waits.cancel(message.id, 'edited');
    if (run !== undefined) await this.#giveUp(run, 'edited');
    const answers = run?.answers.ids ?? earlier?.answers ?? [];
    await this.parts.rerun(event, answers);
  }

  async #deleted({ channelId, messageId }: EventPayload<'MESSAGE_DELETED'>): Promise<void> {
    const run = this.#runOf(messageId);
    if (run?.reading.reruns) await this.#giveUp(run, 'deleted');
    const remembered = await this.#recall(channelId, messageId);
    const answers = run?.answers.ids ?? remembered?.answers ?? [];
    this.#missed.delete(messageId);
    if (this.#options?.onDelete === 'delete' && (run === undefined || run.reading.reruns)) {
      for (const id of answers) await deleteAnswer(this.parts.client.api, channelId, id);
    }
    if (remembered?.call !== undefined) await this.#stored?.delete(keyOf(channelId, messageId));
  }

  /** The last of several. */
  #runOf(id: MessageId): CallRun | undefined {
    return this.running.findLast(({ message }) => message.id === id);
  }

  async #giveUp(run: CallRun, reason: 'edited' | 'deleted'): Promise<void> {
    // A run that does not heed its signal must not keep the channel waiting.
    currentHandling()?.release();
    run.cancellation.abort(new WaitCancelled(reason));
    await run.over?.catch((err: unknown) => this.parts.client.log.debug({ err }, 'a call was given up'));
  }

  /** By the service's own clock. What was only completed by the service, as with a preview, was not changed. */
  #isInTime({ editedAt, createdAt, createdBy }: Message): boolean {
    if (this.#options === undefined || editedAt === null || createdBy.bot) return false;
    return Date.parse(editedAt) - Date.parse(createdAt) <= this.#options.windowMs;
  }

  async #recall(channelId: ChannelId, id: MessageId): Promise<Remembered | undefined> {
    return this.#missed.get(id) ?? (await this.#stored?.get(keyOf(channelId, id)));
  }

  async #store(
    channelId: ChannelId,
    id: MessageId,
    reading: CallReading,
    answers: readonly MessageId[],
  ): Promise<void> {
    if (this.#options === undefined || this.#stored === undefined) return;
    const remembered = { call: callOf(reading), answers };
    try {
      await this.#stored.set(keyOf(channelId, id), remembered, { ttlMs: answersKeptMs });
    } catch (err) {
      // The answer has been given, and stays one.
      this.parts.client.log.warn({ err, messageId: id }, 'which answers belong to a message could not be stored');
    }
  }
}

/** Whether a run can be given up for another: it did nothing yet, or says itself that this does no harm. */
function mayReplace(run: CallRun, reading: CallReading): boolean {
  return !run.hasBegun || (run.reading.reruns && reading.reruns);
}

/** Whether a message is known to have had no effect. */
function isMissed(remembered: Remembered | undefined): boolean {
  return remembered !== undefined && remembered.call === undefined;
}

/** A message may be deleted long after its window has passed. */
const answersKeptMs = 7 * 86_400_000;

function keyOf(channelId: ChannelId, id: MessageId): string {
  return `${channelId}/${id}`;
}

function callOf({ command, text }: CallReading): string {
  return `${command} ${text.trim()}`;
}
