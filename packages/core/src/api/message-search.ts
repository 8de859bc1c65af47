import type { ChannelId, Message } from '@botwright/protocol';
import { limits } from '@botwright/protocol/facts';
import type { Priority } from '../rest/priority.js';
import type { Messages } from './messages.js';

/** Where a channel is so busy that its newest pages reach no further back, the search does not tell. */
const mostPages = 3;
/** The service's clock may run a little faster than ours. */
const marginMs = 2_000;

interface Search {
  readonly channelId: ChannelId;
  readonly nonce: string;
  /** How long ago the message was sent at the earliest. */
  readonly elapsedMs: number;
  readonly priority: Priority | undefined;
  readonly signal: AbortSignal;
}

/**
 * Looks among the newest messages of a channel for one with a nonce.
 * @returns `absent` when the pages reach back to before it was sent, `unclear` when they do not.
 */
export async function findByNonce(
  messages: Messages,
  { channelId, nonce, elapsedMs, priority, signal }: Search,
): Promise<{ message: Message } | 'absent' | 'unclear'> {
  const limit = limits.messagesPerPage.value;
  const moments: number[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const found = await messages.list(channelId, { limit, offset: page * limit }, { signal, priority });
    const message = found.find((candidate) => candidate.nonce === nonce);
    if (message) return { message };
    // That the newest come first is inferred.
    if (found.length === limit && !isNewestFirst(found)) return 'unclear';
    moments.push(...found.map(({ createdAt }) => Date.parse(createdAt)));
    const coversMs = Math.max(...moments) - Math.min(...moments);
    if (found.length < limit || coversMs >= elapsedMs + marginMs) return 'absent';
  }
  return 'unclear';
}

function isNewestFirst(page: readonly Message[]): boolean {
  const [first, last] = [page[0], page.at(-1)];
  return first !== undefined && last !== undefined && Date.parse(first.createdAt) >= Date.parse(last.createdAt);
}
