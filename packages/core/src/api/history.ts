import type { Message, MessageId } from '@botwright/protocol';
import { limits } from '@botwright/protocol/facts';
import { OptionInvalid } from '../errors.js';

/** Which part of a channel's history to go through. */
export interface HistoryRange {
  /** Messages a call, from 1 to 50, 50 without it. */
  readonly pageSize?: number | undefined;
  /** Only messages that were created earlier, such as the `createdAt` of one. */
  readonly before?: Message['createdAt'] | Date | undefined;
}

type ListPage = (page: { readonly limit: number; readonly offset: number }) => Promise<Message[]>;

/** Goes through pages, newest first, until one is short or brings nothing new. */
export async function* readHistory(
  list: ListPage,
  { pageSize = limits.messagesPerPage.value, before }: HistoryRange,
): AsyncGenerator<Message, void> {
  const end = momentOf(before);
  checkPageSize(pageSize);
  const given = new Set<MessageId>();
  for (let offset = 0; ; offset += pageSize) {
    const page = await list({ limit: pageSize, offset });
    // Messages that arrived meanwhile push those of the last page onto this one.
    const fresh = page.filter(({ id }) => !given.has(id));
    for (const message of fresh) {
      given.add(message.id);
      if (Date.parse(message.createdAt) < end) yield message;
    }
    // A service that ignores the offset would give the same page for ever.
    if (page.length < pageSize || fresh.length === 0) return;
  }
}

function checkPageSize(pageSize: number): void {
  const { value: most } = limits.messagesPerPage;
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= most) return;
  throw new OptionInvalid('pageSize', pageSize, `a whole number from 1 to ${most}`);
}

function momentOf(before: HistoryRange['before']): number {
  if (before === undefined) return Number.POSITIVE_INFINITY;
  const moment = new Date(before).getTime();
  if (Number.isNaN(moment)) throw new OptionInvalid('before', before, 'a moment such as 2026-01-01T00:00:00.000Z');
  return moment;
}
