import { currentHandling } from '@botwright/core';
import type { Message, MessageId } from '@botwright/protocol';
import type { ChatContext } from '../context.js';
import { defaultTimeoutMs, type WaitOptions } from './question.js';
import type { Press, Waits } from './waits.js';

/** The next message of the author in the channel. */
export async function awaitMessage(context: ChatContext, waits: Waits, options: WaitOptions): Promise<Message> {
  const wait = waits.open({ ...placeOf(context, options), takesMessage: () => true, takesPress: () => false });
  currentHandling()?.release();
  const answer = await wait.answer;
  if (answer.kind === 'message') return answer.message;
  throw new TypeError('A wait that takes messages only was answered with a reaction.');
}

/** The author's next reaction under a message, given or taken back. */
export async function awaitPress(
  context: ChatContext,
  waits: Waits,
  messageId: MessageId,
  options: WaitOptions,
): Promise<Press> {
  const takesPress = (press: Press) => press.messageId === messageId;
  const wait = waits.open({ ...placeOf(context, options), takesMessage: () => false, takesPress });
  currentHandling()?.release();
  const answer = await wait.answer;
  if (answer.kind === 'press') return answer.press;
  throw new TypeError('A wait that takes reactions only was answered with a message.');
}

function placeOf({ message, channelId, author, signal }: ChatContext, options: WaitOptions) {
  const { timeoutMs = defaultTimeoutMs, prefixed = 'answer' } = options;
  return { callId: message.id, channelId, userId: author.id, signal, timeoutMs, prefixed } as const;
}
