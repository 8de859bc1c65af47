import type { Ban, Member, RoleId, TeamId, UserId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** How many bans to list. */
export interface BanPage {
  /** From 1 to 1000, 10 without it (observed). */
  readonly limit?: number | undefined;
}

/** What goes with a ban. */
export interface BanDetails {
  readonly reason?: string | undefined;
}

/** Members of teams, and those who may not be. */
export class Members {
  constructor(private readonly rest: Rest) {}

  /**
   * Reads one member (observed).
   * @throws {RequestRejected} 404 for somebody who is not in the team (inferred).
   */
  async get(teamId: TeamId, userId: UserId, options: CallOptions = {}): Promise<Member> {
    const params = { teamId, userId };
    const answer = await this.rest.begin(endpoints.getMember, { params, ...options });
    return answer.member;
  }

  /**
   * Lists all members of a team (observed); no paging is known.
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Member[]> {
    const answer = await this.rest.begin(endpoints.listMembers, { params: { teamId }, ...options });
    return answer.members;
  }

  /**
   * Removes a member, who may come back (observed).
   * @throws {RequestRejected} 403 without KICK_MEMBERS or for somebody who stands above the bot, 404 for somebody who
   * is not in the team (all inferred).
   */
  async kick(teamId: TeamId, userId: UserId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, userId };
    await this.rest.begin(endpoints.kickMember, { params, ...options });
  }

  /**
   * Bans a user from a team (observed).
   * @throws {RequestRejected} 403 without BAN_MEMBERS or for somebody who stands above the bot (inferred).
   */
  async ban(teamId: TeamId, userId: UserId, details: BanDetails = {}, options: CallOptions = {}): Promise<void> {
    const params = { teamId, userId };
    await this.rest.begin(endpoints.banUser, { params, body: { ...details }, ...options });
  }

  /**
   * Lifts a ban (observed).
   * @throws {RequestRejected} 403 without BAN_MEMBERS, 404 for somebody who is not banned (both inferred).
   */
  async unban(teamId: TeamId, userId: UserId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, userId };
    await this.rest.begin(endpoints.unbanUser, { params, ...options });
  }

  /**
   * Lists the bans of a team (observed).
   * @throws {RequestRejected} 403 without BAN_MEMBERS (inferred).
   */
  async bans(teamId: TeamId, page: BanPage = {}, options: CallOptions = {}): Promise<Ban[]> {
    const input = { params: { teamId }, query: { ...page }, ...options };
    const answer = await this.rest.begin(endpoints.getBannedUsers, input);
    return answer.bans;
  }

  /**
   * Gives a member a role (observed).
   * @throws {RequestRejected} 403 without MANAGE_ROLES or for a role that stands above the bot, 404 for somebody who is
   * not in the team or without such a role (all inferred).
   */
  async addRole(teamId: TeamId, userId: UserId, roleId: RoleId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, userId, roleId };
    await this.rest.begin(endpoints.addRoleToMember, { params, ...options });
  }

  /**
   * Takes a role from a member (observed).
   * @throws {RequestRejected} as in `addRole`.
   */
  async removeRole(teamId: TeamId, userId: UserId, roleId: RoleId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, userId, roleId };
    await this.rest.begin(endpoints.removeRoleFromMember, { params, ...options });
  }
}
