import {
  type AnnouncementId,
  type ApplicationId,
  type Ban,
  type Blog,
  type BlogId,
  type Category,
  type CategoryId,
  type Channel,
  type ChannelId,
  type EmojiId,
  Message,
  type MessageId,
  type OperationId,
  type Role,
  type RoleId,
  type Team,
  type TeamId,
  type TodoId,
  type TodoItem,
  User,
  UserId,
  type Webhook,
  type WebhookId,
} from '@botwright/protocol';
import type { z } from 'zod';
import type {
  ApplicationForm,
  StoredAnnouncement,
  StoredApplication,
  StoredDirectMessage,
  StoredEmoji,
  StoredFile,
} from './stored.js';

/**
 * A message as it is kept: its author by id, so that an answer shows the author of that moment. What no account wrote,
 * a webhook did, has its author beside it.
 */
export const StoredMessage = Message.extend({ createdBy: UserId, author: User.optional() });
export type StoredMessage = z.output<typeof StoredMessage>;

/** Someone who can call: a bot or a person. */
export interface Account {
  readonly user: User;
  readonly token: string;
}

/** What makes a user a member of a team. The role that everyone has is not among `roles`. */
export interface Membership {
  readonly joinedAt: string;
  readonly roles: readonly RoleId[];
}

/** What somebody did in a team by a right that not everybody has. */
export interface AuditEntry {
  readonly id: string;
  readonly teamId: TeamId;
  /** The id of the operation. */
  readonly action: OperationId;
  readonly createdBy: UserId;
  /** What the operation's path named beside the team. */
  readonly target: Readonly<Record<string, string>>;
  readonly createdAt: string;
}

export interface TeamView {
  readonly team: Team;
  readonly everyoneRoleId: RoleId;
  readonly roles: ReadonlyMap<RoleId, Role>;
  readonly members: ReadonlyMap<UserId, Membership>;
  readonly bans: ReadonlyMap<UserId, Ban>;
  readonly categories: ReadonlyMap<CategoryId, Category>;
  /** Oldest first. */
  readonly auditLog: readonly AuditEntry[];
  /** Oldest first, as are all maps below. */
  readonly blogs: ReadonlyMap<BlogId, Blog>;
  readonly reactions: ReadonlyMap<EmojiId, StoredEmoji>;
  readonly applications: ReadonlyMap<ApplicationId, StoredApplication>;
  readonly applicationForm: ApplicationForm;
}

/** What a world holds its callers to. */
export interface WorldRules {
  /** False lets every call through that names things which exist. */
  readonly enforcesPermissions: boolean;
  readonly maxTotalUploadBytes: number;
}

/** The world as everybody but a change sees it. */
export interface WorldView extends WorldRules {
  readonly seed: string;
  readonly homeTeamId: TeamId;
  readonly accounts: ReadonlyMap<UserId, Account>;
  /** Digest of the Authorization header to the account it stands for. */
  readonly callers: ReadonlyMap<string, UserId>;
  readonly teams: ReadonlyMap<TeamId, TeamView>;
  readonly channels: ReadonlyMap<ChannelId, Channel>;
  /** Oldest first. */
  readonly messages: ReadonlyMap<ChannelId, ReadonlyMap<MessageId, StoredMessage>>;
  /** When each user last wrote in each channel, also where the message is gone. */
  readonly lastWrittenAt: ReadonlyMap<ChannelId, ReadonlyMap<UserId, string>>;
  readonly todos: ReadonlyMap<TodoId, TodoItem>;
  readonly announcements: ReadonlyMap<AnnouncementId, StoredAnnouncement>;
  readonly webhooks: ReadonlyMap<WebhookId, Webhook>;
  /** Private conversations by their channel's id. */
  readonly directMessages: ReadonlyMap<ChannelId, StoredDirectMessage>;
  /** Uploads by the name under which they are served. */
  readonly files: ReadonlyMap<string, StoredFile>;
}

export interface TeamState extends TeamView {
  team: Team;
  readonly roles: Map<RoleId, Role>;
  readonly members: Map<UserId, Membership>;
  readonly bans: Map<UserId, Ban>;
  readonly categories: Map<CategoryId, Category>;
  readonly auditLog: AuditEntry[];
  readonly blogs: Map<BlogId, Blog>;
  readonly reactions: Map<EmojiId, StoredEmoji>;
  readonly applications: Map<ApplicationId, StoredApplication>;
  applicationForm: ApplicationForm;
}

/** The world as a change sees it. */
export interface WorldState extends WorldView {
  readonly accounts: Map<UserId, Account>;
  readonly callers: Map<string, UserId>;
  readonly teams: Map<TeamId, TeamState>;
  readonly channels: Map<ChannelId, Channel>;
  readonly messages: Map<ChannelId, Map<MessageId, StoredMessage>>;
  readonly lastWrittenAt: Map<ChannelId, Map<UserId, string>>;
  readonly todos: Map<TodoId, TodoItem>;
  readonly announcements: Map<AnnouncementId, StoredAnnouncement>;
  readonly webhooks: Map<WebhookId, Webhook>;
  readonly directMessages: Map<ChannelId, StoredDirectMessage>;
  readonly files: Map<string, StoredFile>;
}

/** An entry that must be there. Callers have looked it up before; a miss is a mistake in the sandbox. */
export function existing<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the world has no entry ${String(key)}`);
  return value;
}
