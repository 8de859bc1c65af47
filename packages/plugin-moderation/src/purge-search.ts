import type { CommandContext, Message, UserId } from 'botwright';

/** Which messages to delete. What is left out excludes nothing. */
export interface PurgeWish {
  readonly count: number;
  readonly authorId?: UserId | undefined;
  readonly botsOnly: boolean;
  /** Case does not matter. */
  readonly contains?: string | undefined;
  /** Only what is older than this one. */
  readonly before?: Message | undefined;
}

/** How far back a purge looks. */
const mostScanned = 500;

/** The newest messages that fit, from the newest; never the one that called, nor any that came after it. */
export async function findMessages(ctx: CommandContext, wish: PurgeWish): Promise<Message[]> {
  const found: Message[] = [];
  const isOlderThanCall = olderThan(ctx.message);
  const isOlderThanMark = wish.before === undefined ? () => true : olderThan(wish.before);
  const history = ctx.api.messages.history(ctx.channelId, {}, { signal: ctx.signal });
  let scanned = 0;
  for await (const message of history) {
    // Both look at every message: each has to see its own go by.
    const inTime = [isOlderThanCall(message), isOlderThanMark(message)].every(Boolean);
    if (inTime && fits(message, wish)) found.push(message);
    scanned++;
    if (found.length === wish.count || scanned === mostScanned) break;
  }
  return found;
}

/** Tells of messages in the order of history whether they are older; within one millisecond that order decides. */
function olderThan(mark: Message): (message: Message) => boolean {
  let passed = false;
  return ({ id, createdAt }) => {
    if (id === mark.id) {
      passed = true;
      return false;
    }
    return createdAt < mark.createdAt || (createdAt === mark.createdAt && passed);
  };
}

function fits({ createdBy, content }: Message, { authorId, botsOnly, contains }: PurgeWish): boolean {
  if (authorId !== undefined && createdBy.id !== authorId) return false;
  if (botsOnly && !createdBy.bot) return false;
  return contains === undefined || (content ?? '').toLowerCase().includes(contains.toLowerCase());
}
