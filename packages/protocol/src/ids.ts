import { z } from 'zod';

declare const kindOfId: unique symbol;

/**
 * The id of one kind of thing. A plain string may be given where an id is wanted; the id of another kind may not.
 * The service promises only strings; those seen are 16 lower-case hexadecimal characters.
 */
export type Id<Kind extends string> = string & { readonly [kindOfId]?: Kind };

/** Longer than any id seen (36); keeps a hostile id from becoming a cache key of megabytes. */
const longestId = 128;

function id<Kind extends string>(_kind: Kind): z.ZodType<Id<Kind>, Id<Kind>> {
  return z.string().min(1).max(longestId) as z.ZodType<Id<Kind>, Id<Kind>>;
}

export type UserId = Id<'user'>;
export type TeamId = Id<'team'>;
export type ChannelId = Id<'channel'>;
export type CategoryId = Id<'category'>;
export type MessageId = Id<'message'>;
export type RoleId = Id<'role'>;
export type EmojiId = Id<'emoji'>;

export const UserId = id('user');
export const TeamId = id('team');
export const ChannelId = id('channel');
export const CategoryId = id('category');
export const MessageId = id('message');
export const RoleId = id('role');
export const EmojiId = id('emoji');

/** The kind of id that each path parameter holds. */
export interface IdByPathParameter {
  userId: UserId;
  teamId: TeamId;
  channelId: ChannelId;
  categoryId: CategoryId;
  messageId: MessageId;
  roleId: RoleId;
  emojiId: EmojiId;
}
