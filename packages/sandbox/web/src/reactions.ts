import type { EmojiId, Message, UserId } from '@botwright/protocol';

type Reaction = Message['reactions'][number];

/** The reactions after somebody reacted; who has reacted so before counts once. */
export function withReaction(reactions: readonly Reaction[], emojiId: EmojiId, userId: UserId): Reaction[] {
  const known = reactions.find((reaction) => reaction.emojiId === emojiId);
  if (!known) return [...reactions, { emojiId, count: 1, users: [{ userId, timestamp: null }] }];
  if (hasReacted(known, userId)) return [...reactions];
  const more = { ...known, count: known.count + 1, users: [...known.users, { userId, timestamp: null }] };
  return reactions.map((reaction) => (reaction === known ? more : reaction));
}

/** The reactions after somebody took theirs back. */
export function withoutReaction(reactions: readonly Reaction[], emojiId: EmojiId, userId: UserId): Reaction[] {
  return reactions.flatMap((reaction) => {
    if (reaction.emojiId !== emojiId || !hasReacted(reaction, userId)) return [reaction];
    const users = reaction.users.filter((user) => user.userId !== userId);
    return reaction.count > 1 ? [{ ...reaction, count: reaction.count - 1, users }] : [];
  });
}

export function hasReacted({ users }: Reaction, userId: UserId | undefined): boolean {
  return users.some((user) => user.userId === userId);
}
