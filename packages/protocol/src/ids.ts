import { z } from 'zod';

declare const kindOfId: unique symbol;

/**
 * The id of one kind of thing. A plain string may be given where an id is wanted; the id of another kind may not.
 * The service promises only strings; those seen are 16 lower-case hexadecimal characters.
 */
export type Id<Kind extends string> = string & { readonly [kindOfId]?: Kind };

/** Longer than any id seen (36); keeps a hostile id from becoming a cache key of megabytes. */
const longestId = 128;

/** Names the schema as well, so that documents say which kind of id a member holds. */
function id<Kind extends string>(kind: Kind): z.ZodType<Id<Kind>, Id<Kind>> {
  const name = kind.replaceAll(/(?:^|-)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
  return z
    .string()
    .min(1)
    .max(longestId)
    .meta({ id: `${name}Id` }) as z.ZodType<Id<Kind>, Id<Kind>>;
}

export type UserId = Id<'user'>;
export type TeamId = Id<'team'>;
export type ChannelId = Id<'channel'>;
export type CategoryId = Id<'category'>;
export type MessageId = Id<'message'>;
export type RoleId = Id<'role'>;
export type EmojiId = Id<'emoji'>;
export type TodoId = Id<'todo'>;
export type DirectMessageId = Id<'direct-message'>;
export type ApplicationId = Id<'application'>;
export type QuestionId = Id<'question'>;
export type WebhookId = Id<'webhook'>;
export type BlogId = Id<'blog'>;
export type AnnouncementId = Id<'announcement'>;

export const UserId = id('user');
export const TeamId = id('team');
export const ChannelId = id('channel');
export const CategoryId = id('category');
export const MessageId = id('message');
export const RoleId = id('role');
/** A custom reaction's id, or a Unicode emoji where the service takes one (inferred). */
export const EmojiId = id('emoji');
export const TodoId = id('todo');
export const DirectMessageId = id('direct-message');
export const ApplicationId = id('application');
export const QuestionId = id('question');
export const WebhookId = id('webhook');
export const BlogId = id('blog');
export const AnnouncementId = id('announcement');

/** The kind of id that each path parameter holds. */
export interface IdByPathParameter {
  userId: UserId;
  teamId: TeamId;
  channelId: ChannelId;
  categoryId: CategoryId;
  messageId: MessageId;
  roleId: RoleId;
  emojiId: EmojiId;
  reactionId: EmojiId;
  todoId: TodoId;
  applicationId: ApplicationId;
  webhookId: WebhookId;
  blogId: BlogId;
  announcementId: AnnouncementId;
}
