import type { EmojiId, Message, MessageDraft } from '@botwright/protocol';
import { ArgumentRefused } from '../arguments/problems.js';
import { type ArgumentSource, toArgumentType } from '../arguments/schema.js';
import type { ChatContext, CommandContext } from '../context.js';
import { normaliseName } from '../names.js';
import { asDraft, cancelWords, type Question, type WaitOptions } from './question.js';
import type { Waits } from './waits.js';

/** How a question is answered that takes more than any text. */
export interface AskOptions<Value> extends WaitOptions {
  /** What the answer has to be; an argument type or any zod schema. */
  readonly as: ArgumentSource<Value>;
}

/** A question on its way: what is asked, and how the answer is read. */
export interface Asked<Value> {
  readonly draft: MessageDraft;
  readonly question: Question<Value>;
}

export interface Asker {
  readonly context: ChatContext;
  readonly waits: Waits;
  /** The same context, about another message of the same person. */
  about(message: Message): CommandContext;
}

const yes: EmojiId = '✅';
const no: EmojiId = '❎';
const digits: readonly EmojiId[] = ['1️⃣', '2️⃣', '3️⃣', '4️⃣', '5️⃣', '6️⃣', '7️⃣', '8️⃣', '9️⃣'];

/** A question that any text answers, or one that fits `as`. */
export function textQuestion<Value>(
  { context, waits, about }: Asker,
  text: string | MessageDraft,
  { as, ...options }: WaitOptions & { readonly as?: ArgumentSource<Value> },
): Asked<Value | string> {
  const type = as && toArgumentType(as);
  const read = (message: Message): Value | string | Promise<Value | string> => {
    const [attachment] = message.attachments;
    const given = type?.reads === 'attachments' ? (attachment?.url ?? '') : (message.content ?? '').trim();
    return type === undefined ? given : type.parse(given, about(message));
  };
  return {
    draft: asDraft(text),
    question: { context, waits, options, read, presses: new Map(), words: cancelWords(context.texts) },
  };
}

/** A question that takes yes or no, as a reaction or in words. What is neither is left to others. */
export function yesNoQuestion(
  { context, waits }: Pick<Asker, 'context' | 'waits'>,
  text: string | MessageDraft,
  options: WaitOptions,
): Asked<boolean> {
  const { texts } = context;
  const byWord = new Map([
    ...texts.words.yes.map((word) => [normaliseName(word), true] as const),
    ...texts.words.no.map((word) => [normaliseName(word), false] as const),
  ]);
  const presses = new Map([
    [yes, true],
    [no, false],
  ]);
  const meaningOf = ({ content }: Message) => byWord.get(normaliseName(content?.trim() ?? ''));
  const takes = (message: Message) => meaningOf(message) !== undefined;
  const read = (message: Message): boolean => {
    const meaning = meaningOf(message);
    if (meaning === undefined) throw new ArgumentRefused('boolean');
    return meaning;
  };
  const words = cancelWords(texts);
  return { draft: asDraft(text), question: { context, waits, options, presses, words, takes, read } };
}

/** A question with numbered answers: by reaction, by number or by the text. @throws {RangeError} when there are none. */
export function choiceQuestion<Choice extends string>(
  { context, waits }: Asker,
  text: string,
  choices: readonly Choice[],
  options: WaitOptions,
): Asked<Choice> {
  if (choices.length === 0) throw new RangeError('A question was to be asked that has no choices. Give at least one.');
  const shown = choices.map((choice, index) => `${index + 1}. ${choice}`);
  const named = choices.length <= digits.length ? digits : [];
  const presses = new Map(named.flatMap((emoji, index) => withChoice(emoji, choices[index])));
  const byName = new Map(choices.map((choice) => [normaliseName(choice), choice]));
  const read = (message: Message): Choice => {
    const given = (message.content ?? '').trim();
    const choice =
      byName.get(normaliseName(given)) ?? (/^\d{1,3}$/.test(given) ? choices[Number(given) - 1] : undefined);
    if (choice === undefined) throw new ArgumentRefused(context.texts.waits.chooseOne);
    return choice;
  };
  const draft = { content: [text, ...shown].join('\n') };
  return { draft, question: { context, waits, options, presses, words: cancelWords(context.texts), read } };
}

function withChoice<Choice>(emoji: EmojiId, choice: Choice | undefined): (readonly [EmojiId, Choice])[] {
  return choice === undefined ? [] : [[emoji, choice]];
}
