import { currentHandling, RequestRejected } from '@botwright/core';
import type { EmojiId, Message, MessageDraft } from '@botwright/protocol';
import type { ChatContext } from '../context.js';
import type { Texts } from '../texts/en.js';
import { WaitTimedOut } from './errors.js';
import { asDraft, react, type WaitOptions } from './question.js';
import type { Press, Waits } from './waits.js';

const back: EmojiId = '◀️';
const forth: EmojiId = '▶️';
const end: EmojiId = '⏹️';
const idleMs = 2 * 60_000;

/** How pages are shown. */
export interface PageOptions extends Pick<WaitOptions, 'timeoutMs'> {
  /** The page to begin with, from 1, which it is unless it is said. */
  readonly from?: number;
}

/**
 * Shows one of some pages, and turns them when the person reacts, until they end it or do nothing for a while. Giving
 * and taking back a reaction both turn: the bot cannot take other people's back. Where no reactions are heard, the page
 * stays as it is.
 */
export async function showPages(
  context: ChatContext,
  waits: Waits,
  pages: readonly (string | MessageDraft)[],
  { timeoutMs = idleMs, from = 1 }: PageOptions,
): Promise<void> {
  const page = from - 1;
  const first = pages[page];
  if (first === undefined) return;
  const message = await context.reply(pages.length === 1 ? first : numbered(pages, page, context.texts));
  if (pages.length === 1 || !waits.hearsPresses) return;
  currentHandling()?.release();
  const shown = react(context, message.id, [back, forth, end]);
  await Promise.all([shown, turnPages({ context, waits, pages, page, timeoutMs, message })]);
  await shown;
  await takeBack(context, message);
}

interface Shown {
  readonly context: ChatContext;
  readonly waits: Waits;
  readonly pages: readonly (string | MessageDraft)[];
  /** The index of the one that is shown. */
  readonly page: number;
  readonly timeoutMs: number;
  readonly message: Message;
}

async function turnPages({ context, waits, pages, page: first, timeoutMs, message }: Shown): Promise<void> {
  const { api, author, channelId, signal } = context;
  const isTurn = ({ messageId, emojiId }: Press) => messageId === message.id && [back, forth, end].includes(emojiId);
  const request = {
    callId: context.message.id,
    channelId,
    userId: author.id,
    timeoutMs,
    signal,
    prefixed: 'answer' as const,
  };
  const nextPress = () => waits.open({ ...request, takesMessage: () => false, takesPress: isTurn }).answer;
  let page = first;
  let next = nextPress();
  for (;;) {
    const emoji = await pressOrNone(next);
    if (emoji === undefined || emoji === end) return;
    // Before the page is turned, so that whoever presses meanwhile is not missed.
    next = nextPress();
    page = (page + (emoji === forth ? 1 : pages.length - 1)) % pages.length;
    await api.messages.edit(channelId, message.id, numbered(pages, page, context.texts), { signal });
  }
}

/** The reaction; nothing when none came in time. */
async function pressOrNone(answer: ReturnType<Waits['open']>['answer']): Promise<EmojiId | undefined> {
  try {
    const given = await answer;
    return given.kind === 'press' ? given.press.emojiId : undefined;
  } catch (error) {
    if (error instanceof WaitTimedOut) return undefined;
    throw error;
  }
}

function numbered(pages: readonly (string | MessageDraft)[], page: number, texts: Texts) {
  const draft = asDraft(pages[page] ?? '');
  const foot = texts.waits.page(page + 1, pages.length);
  const content = draft.content ? `${draft.content}\n\n${foot}` : foot;
  return { content, embeds: draft.embeds ?? [] };
}

async function takeBack({ api, channelId, signal, log }: ChatContext, { id }: Message): Promise<void> {
  try {
    for (const emoji of [back, forth, end]) await api.messages.unreact(channelId, id, emoji, { signal });
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
    log.debug({ err: error }, 'the reactions under pages could not be taken back');
  }
}
