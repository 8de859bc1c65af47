import { z } from 'zod';
import {
  AnnouncementId,
  ApplicationId,
  BlogId,
  CategoryId,
  ChannelId,
  EmojiId,
  type IdByPathParameter,
  MessageId,
  RoleId,
  TeamId,
  TodoId,
  UserId,
  WebhookId,
} from '../ids.js';

const ids: { readonly [Name in keyof IdByPathParameter]: z.ZodType<IdByPathParameter[Name]> } = {
  userId: UserId,
  teamId: TeamId,
  channelId: ChannelId,
  categoryId: CategoryId,
  messageId: MessageId,
  roleId: RoleId,
  emojiId: EmojiId,
  reactionId: EmojiId,
  todoId: TodoId,
  applicationId: ApplicationId,
  webhookId: WebhookId,
  blogId: BlogId,
  announcementId: AnnouncementId,
};

/** What a parameter of a path holds; all but the token of a webhook are ids. */
export function pathParameter(name: string): z.ZodType {
  return new Map<string, z.ZodType>(Object.entries(ids)).get(name) ?? z.string();
}
