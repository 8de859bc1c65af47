import { currentHandling, RequestRejected } from '@botwright/core';
import type { EmojiId, Message, MessageDraft, MessageId } from '@botwright/protocol';
import { ArgumentRefused } from '../arguments/problems.js';
import type { ChatContext } from '../context.js';
import { explainAnswer } from '../failures.js';
import { normaliseName } from '../names.js';
import type { Texts } from '../texts/en.js';
import { WaitCancelled } from './errors.js';
import type { Answer, Press, Waits } from './waits.js';

/** Thrown by a word that is no answer: the person is told this, and the question stays. */
export class AnswerDeclined extends Error {
  override readonly name = 'AnswerDeclined';
}

/** How a question waits. */
export interface WaitOptions {
  /** How long to wait, in milliseconds, from 1 to 2^31 - 1; default 5 minutes. */
  readonly timeoutMs?: number;
  /** `command`: what begins with the prefix is no answer, but runs as a command while the question stays open. */
  readonly prefixed?: 'answer' | 'command';
}

export const defaultTimeoutMs = 5 * 60_000;
const mostAttempts = 3;

/** A question, and how to read its answer. */
export interface Question<Value> {
  readonly context: ChatContext;
  readonly waits: Waits;
  readonly options: WaitOptions;
  /** What the answers mean that are given with a reaction; they are put under the question. */
  readonly presses: ReadonlyMap<EmojiId, Value>;
  /** Of several messages only those that may be meant; all without it. */
  takes?(message: Message): boolean;
  /** @throws {ArgumentRefused} for an answer that will not do; the person is told and may answer again. */
  read(message: Message): Value | Promise<Value>;
  /** Words that are no answer, each with what it does instead: it throws. */
  readonly words: ReadonlyMap<string, (message: Message) => never>;
}

/**
 * Asks and waits. The lane of the channel goes on meanwhile, and the deadline of the handler ends.
 *
 * @param put - Says the question.
 */
export async function askQuestion<Value>(question: Question<Value>, put: () => Promise<Message>): Promise<Value> {
  const { answer, message } = await putAndWait(question, put);
  const shown = question.presses.size === 0 ? undefined : putReactions(question, message.id);
  const [value] = await Promise.all([readUntilFit(question, message.id, answer), shown]);
  return value;
}

/** Waits for the answer to a question that was asked before. */
export function awaitAnswer<Value>(question: Question<Value>, asked: MessageId): Promise<Value> {
  const { answer } = openWait(question, () => asked);
  currentHandling()?.release();
  return readUntilFit(question, asked, answer);
}

async function readUntilFit<Value>(
  question: Question<Value>,
  asked: MessageId,
  first: Promise<Answer>,
): Promise<Value> {
  let next = first;
  for (let attempt = 1; ; attempt++) {
    const answer = await next;
    if (answer.kind === 'press') return question.presses.get(answer.press.emojiId) as Value;
    try {
      wordIn(question, answer.message)?.(answer.message);
      return await question.read(answer.message);
    } catch (error) {
      const objection = objectionTo(error, question.context.texts);
      if (attempt === mostAttempts) throw new WaitCancelled('attempts');
      next = askAgain(question, asked, answer.message, objection);
    }
  }
}

/** What the person is told; whatever is no matter of theirs is thrown on. */
function objectionTo(error: unknown, texts: Texts): string {
  if (error instanceof ArgumentRefused) return explainAnswer(error.problem, texts);
  if (error instanceof AnswerDeclined) return error.message;
  throw error;
}

async function askAgain<Value>(
  question: Question<Value>,
  asked: MessageId,
  wrong: Message,
  objection: string,
): Promise<Answer> {
  const wait = openWait(question, () => asked);
  await question.context.send({ content: objection, replyTo: wrong.id });
  return wait.answer;
}

/** Waits from before the question is out: a quick answer may be here before the call returns. */
async function putAndWait<Value>(question: Question<Value>, put: () => Promise<Message>) {
  let asked: MessageId | undefined;
  const wait = openWait(question, () => asked);
  try {
    const message = await put();
    asked = message.id;
    currentHandling()?.release();
    return { answer: wait.answer, message };
  } catch (error) {
    wait.close();
    throw error;
  }
}

function openWait<Value>(
  { context, waits, options, presses, takes, words }: Question<Value>,
  asked: () => string | undefined,
) {
  return waits.open({
    callId: context.message.id,
    channelId: context.channelId,
    userId: context.author.id,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    prefixed: options.prefixed ?? 'answer',
    signal: context.signal,
    takesMessage: (message) => (takes?.(message) ?? true) || wordIn({ words }, message) !== undefined,
    takesPress: ({ messageId, emojiId, added }: Press) => added && messageId === asked() && presses.has(emojiId),
  });
}

function wordIn({ words }: Pick<Question<unknown>, 'words'>, { content }: Message) {
  return words.get(normaliseName(content?.trim() ?? ''));
}

async function putReactions<Value>({ context, presses }: Question<Value>, messageId: MessageId): Promise<void> {
  await react(context, messageId, [...presses.keys()]);
}

/** Puts reactions under a message of one's own, one after the other; where the service refuses them, words must do. */
export async function react(context: ChatContext, messageId: MessageId, emojis: readonly EmojiId[]): Promise<void> {
  const { api, channelId, signal, log } = context;
  try {
    for (const emoji of emojis) await api.messages.react(channelId, messageId, emoji, { signal });
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
    log.warn({ err: error }, 'a reaction could not be put under a question; it can be answered in words');
  }
}

/** Words that end the call, written alone. */
export function cancelWords({ waits }: Texts): ReadonlyMap<string, (message: Message) => never> {
  const cancel = () => {
    throw new WaitCancelled('person');
  };
  return new Map(waits.cancel.map((word) => [normaliseName(word), cancel]));
}

export function asDraft(message: string | MessageDraft): MessageDraft {
  return typeof message === 'string' ? { content: message } : message;
}
