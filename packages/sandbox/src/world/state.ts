import {
  type Ban,
  type Category,
  type CategoryId,
  type Channel,
  type ChannelId,
  Message,
  type MessageId,
  type Role,
  type RoleId,
  type Team,
  type TeamId,
  type User,
  UserId,
} from '@botwright/protocol';
import type { z } from 'zod';

/** A message as it is kept: its author by id, so that an answer shows the author of that moment. */
export const StoredMessage = Message.extend({ createdBy: UserId });
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

export interface TeamView {
  readonly team: Team;
  readonly everyoneRoleId: RoleId;
  readonly roles: ReadonlyMap<RoleId, Role>;
  readonly members: ReadonlyMap<UserId, Membership>;
  readonly bans: ReadonlyMap<UserId, Ban>;
  readonly categories: ReadonlyMap<CategoryId, Category>;
}

/** The world as everybody but a change sees it. */
export interface WorldView {
  readonly seed: string;
  /** False lets every call through that names things which exist. */
  readonly enforcesPermissions: boolean;
  readonly homeTeamId: TeamId;
  readonly accounts: ReadonlyMap<UserId, Account>;
  /** Digest of the Authorization header to the account it stands for. */
  readonly callers: ReadonlyMap<string, UserId>;
  readonly teams: ReadonlyMap<TeamId, TeamView>;
  readonly channels: ReadonlyMap<ChannelId, Channel>;
  /** Oldest first. */
  readonly messages: ReadonlyMap<ChannelId, ReadonlyMap<MessageId, StoredMessage>>;
}

export interface TeamState extends TeamView {
  team: Team;
  readonly roles: Map<RoleId, Role>;
  readonly members: Map<UserId, Membership>;
  readonly bans: Map<UserId, Ban>;
  readonly categories: Map<CategoryId, Category>;
}

/** The world as a change sees it. */
export interface WorldState extends WorldView {
  readonly accounts: Map<UserId, Account>;
  readonly callers: Map<string, UserId>;
  readonly teams: Map<TeamId, TeamState>;
  readonly channels: Map<ChannelId, Channel>;
  readonly messages: Map<ChannelId, Map<MessageId, StoredMessage>>;
}

/** An entry that must be there. Callers have looked it up before; a miss is a mistake in the sandbox. */
export function existing<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the world has no entry ${String(key)}`);
  return value;
}
