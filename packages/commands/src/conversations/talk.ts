import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@botwright/clock';
import type { Api, Logger } from '@botwright/core';
import type { ChannelId, Message, MessageDraft, TeamId, User } from '@botwright/protocol';
import type { Json } from '@botwright/store';
import type { MessageContext } from '../context.js';
import { normaliseName } from '../names.js';
import { type Asked, type AskOptions, choiceQuestion, textQuestion, yesNoQuestion } from '../waits/choices.js';
import { WaitCancelled, WaitTimedOut } from '../waits/errors.js';
import { AnswerDeclined, askQuestion, awaitAnswer, defaultTimeoutMs, type WaitOptions } from '../waits/question.js';
import { ConversationDiverged, StepResultRefused } from './errors.js';
import type { ConversationRecord, StepKind, StepOutcome, StepRecord } from './record.js';

/** How a question of a conversation waits. */
export type TalkOptions = Omit<WaitOptions, 'prefixed'>;

/** How a step of a conversation is done. */
export interface StepOptions {
  /** Whether it may be done again when the person goes back; default `false`. */
  readonly again?: boolean;
}

/** Thrown into a conversation that goes back; it runs anew up to an earlier question. */
export class WentBack extends Error {
  override readonly name = 'WentBack';

  constructor(
    readonly toStep: number,
    /** The latest message of the person. */
    readonly latest: Message,
  ) {
    super('The conversation went back to an earlier question. Let this error pass.');
  }
}

interface TalkParts {
  readonly context: MessageContext;
  readonly record: ConversationRecord;
  readonly clock: Clock;
  /** What the next question answers. */
  readonly latest: Message;
  save(): Promise<void>;
}

/**
 * One run through a conversation. Each step is stored under its place and name: met again after a restart, it gives what
 * it gave before, and a question that stands is not asked twice. `cancel`, written alone, ends the conversation, and
 * `back` asks the previous question again.
 */
export class Talk {
  /** What the conversation was begun with. */
  readonly input: Json;
  #position = 0;
  #over: { readonly because: unknown } | undefined;
  #latest: Message;

  /** @internal Made by the bot. */
  constructor(private readonly parts: TalkParts) {
    this.input = parts.record.input;
    this.#latest = parts.latest;
  }

  get author(): User {
    return this.parts.context.author;
  }

  get channelId(): ChannelId {
    return this.parts.context.channelId;
  }

  /** @throws {NotInTeam} when it began outside any team. */
  get teamId(): TeamId {
    return this.parts.context.teamId;
  }

  get api(): Api {
    return this.parts.context.api;
  }

  get log(): Logger {
    return this.parts.context.log;
  }

  /** Aborts when the conversation is over. */
  get signal(): AbortSignal {
    return this.parts.context.signal;
  }

  /**
   * Asks, and gives the text of the answer, or what `as` makes of it.
   *
   * @param name - Of the step, for what is stored.
   * @throws {WaitTimedOut} when no answer comes in time, also while the bot was off.
   * @throws {ConversationDiverged} when another step is stored at this place.
   */
  ask(name: string, question: string | MessageDraft, options?: TalkOptions): Promise<string>;
  ask<Value>(
    name: string,
    question: string | MessageDraft,
    options: TalkOptions & Pick<AskOptions<Value>, 'as'>,
  ): Promise<Value>;
  ask<Value>(
    name: string,
    question: string | MessageDraft,
    options: TalkOptions & Partial<Pick<AskOptions<Value>, 'as'>> = {},
  ): Promise<Value | string> {
    return this.#question('ask', name, textQuestion(this.parts.context.asker, question, options));
  }

  /** Asks for yes or no, by reaction or in words. @throws as `ask` does. */
  confirm(name: string, question: string | MessageDraft, options: TalkOptions = {}): Promise<boolean> {
    return this.#question('confirm', name, yesNoQuestion(this.parts.context.asker, question, options));
  }

  /** Lists choices, and gives the one picked by reaction, number or text. @throws as `ask` does. */
  choose<const Choice extends string>(
    name: string,
    question: string,
    choices: readonly Choice[],
    options: TalkOptions = {},
  ): Promise<Choice> {
    return this.#question('choose', name, choiceQuestion(this.parts.context.asker, question, choices, options));
  }

  /** Says something, once. */
  async say(message: string | MessageDraft): Promise<void> {
    await this.#once('say', '', true, async () => {
      await this.#reply(typeof message === 'string' ? { content: message } : message);
    });
  }

  /**
   * Does something once and stores what it gave, which has to be JSON or nothing. What throws is not stored and done again
   * after a restart; so is what the process ended in the middle of.
   *
   * @param options - `again: true` for what may be done again, such as reading: nobody can go back past anything else.
   * @throws {StepResultRefused} for what is not JSON.
   */
  run<Value extends Json | undefined>(
    name: string,
    work: () => Value | Promise<Value>,
    options?: StepOptions,
  ): Promise<Value>;
  run(name: string, work: () => void | Promise<void>, options?: StepOptions): Promise<void>;
  run(name: string, work: () => unknown, { again = false }: StepOptions = {}): Promise<unknown> {
    return this.#once('run', name, again, work);
  }

  /** Goes back to the previous question. The promise rejects; let its error pass. */
  async back(): Promise<never> {
    throw this.#goBack(this.#position, this.#latest);
  }

  /** @internal What ended it from outside or made it go back; the code of the conversation may have caught that. */
  get ending(): { readonly because: unknown } | undefined {
    return this.#over;
  }

  /** @internal Lets no further step begin. */
  end(because: unknown): void {
    this.#over ??= { because };
  }

  /** @internal @throws {ConversationDiverged} when it ended before its stored steps did. */
  checkEnd(): void {
    const { name, steps } = this.parts.record;
    const left = steps[this.#position];
    if (left !== undefined) throw new ConversationDiverged(name, this.#position + 1, titleOf(left), 'its end');
  }

  async #question<Value>(kind: StepKind, name: string, { draft, question }: Asked<Value>): Promise<Value> {
    const step = this.#enter(kind, name, true);
    const position = this.#position;
    if (step.outcome !== undefined) return this.#recall(step.outcome, (message) => question.read(message));
    let answered: Message | undefined;
    const read = (message: Message): Value | Promise<Value> => {
      answered = message;
      return question.read(message);
    };
    const words = new Map(question.words);
    for (const word of this.parts.context.texts.waits.back)
      words.set(normaliseName(word), (message) => this.#declineOrGoBack(position - 1, message));
    const timeoutMs = step.asked ? step.asked.until - this.parts.clock.now() : question.options.timeoutMs;
    const asked = { ...question, read, words, options: { timeoutMs: timeoutMs ?? defaultTimeoutMs } };
    try {
      const value = step.asked
        ? await awaitAnswer(asked, step.asked.messageId)
        : await askQuestion(asked, () => this.#put(step, draft, asked.options.timeoutMs));
      await this.#keep(step, outcomeOf(value, answered));
      if (answered !== undefined) this.#latest = answered;
      return value;
    } catch (error) {
      if (error instanceof WaitTimedOut) await this.#keep(step, { timedOutMs: error.timeoutMs });
      if (error instanceof WaitCancelled) this.end(error);
      throw error;
    }
  }

  async #put(step: StepRecord, draft: MessageDraft, timeoutMs: number): Promise<Message> {
    const message = await this.#reply(draft);
    step.asked = { messageId: message.id, until: this.parts.clock.now() + timeoutMs };
    await this.parts.save();
    return message;
  }

  async #recall<Value>(
    { value, message, timedOutMs }: StepOutcome,
    read: (message: Message) => Value | Promise<Value>,
  ): Promise<Value> {
    if (timedOutMs !== undefined) throw new WaitTimedOut(timedOutMs);
    return message === undefined ? (value as Value) : read(message);
  }

  async #once(kind: StepKind, name: string, isRepeatable: boolean, work: () => unknown): Promise<unknown> {
    const step = this.#enter(kind, name, isRepeatable);
    if (step.outcome !== undefined) return step.outcome.value;
    const value = await work();
    if (value !== undefined && !isPlain(value)) throw new StepResultRefused(this.parts.record.name, name);
    await this.#keep(step, value === undefined ? {} : { value });
    return value;
  }

  #enter(kind: StepKind, name: string, isRepeatable: boolean): StepRecord {
    if (this.#over !== undefined) throw this.#over.because;
    const { name: conversation, steps } = this.parts.record;
    const met: StepRecord = { kind, name, isRepeatable };
    const stored = steps[this.#position] ?? met;
    this.#position += 1;
    if (stored === met) steps.push(met);
    if (titleOf(stored) !== titleOf(met)) {
      throw new ConversationDiverged(conversation, this.#position, titleOf(stored), titleOf(met));
    }
    return stored;
  }

  async #keep(step: StepRecord, outcome: StepOutcome): Promise<void> {
    // What was done is stored even when the bot stops meanwhile: it must not be done again.
    if (this.#over !== undefined && !isStopped(this.#over.because)) throw this.#over.because;
    step.outcome = outcome;
    await this.parts.save();
  }

  #reply(draft: MessageDraft): Promise<Message> {
    return this.parts.context.about(this.#latest).reply(draft);
  }

  #declineOrGoBack(position: number, message: Message): never {
    const error = this.#goBack(position, message);
    if (error instanceof WentBack) throw error;
    throw new AnswerDeclined(error.message);
  }

  /** @param position - Index of the step that goes back. */
  #goBack(position: number, latest: Message): Error {
    const before = this.parts.record.steps.slice(0, position);
    const target = before.findLastIndex(({ asked }) => asked !== undefined);
    if (target < 0) return new Error(this.parts.context.texts.waits.firstQuestion);
    if (before.slice(target).some(({ isRepeatable }) => !isRepeatable))
      return new Error(this.parts.context.texts.waits.cannotGoBack);
    const error = new WentBack(target, latest);
    this.end(error);
    return error;
  }
}

function isStopped(because: unknown): boolean {
  return because instanceof WaitCancelled && because.reason === 'stopped';
}

function titleOf({ kind, name }: StepRecord): string {
  return name === '' ? kind : `${kind} "${name}"`;
}

function outcomeOf(value: unknown, answer: Message | undefined): StepOutcome {
  return answer === undefined || isPlain(value) ? { value: value as Json } : { message: answer };
}

/** Whether a value comes back from JSON as it was. */
function isPlain(value: unknown): value is Json {
  const text = JSON.stringify(value);
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value);
}
