import type {
  BodyOf,
  Category,
  CategoryId,
  Channel,
  ChannelId,
  Operations,
  PermissionOverwriteInput,
  RoleId,
  TeamId,
} from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** A category to be, or its new name. */
export type CategoryDraft = BodyOf<Operations['createCategory']>;

/** Groups of channels in teams. */
export class Categories {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists a team's categories (inferred: one client alone calls it). `channels.list` brings them too, and more clients
   * agree on that call.
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Category[]> {
    const answer = await this.rest.begin(endpoints.listCategories, { params: { teamId }, ...options });
    return answer.categories;
  }

  /**
   * Creates a category (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a team (both inferred).
   */
  async create(teamId: TeamId, draft: CategoryDraft, options: CallOptions = {}): Promise<Category> {
    const answer = await this.rest.begin(endpoints.createCategory, { params: { teamId }, body: draft, ...options });
    return answer.category;
  }

  /**
   * Gives a category another name (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a category (both inferred).
   */
  async update(
    teamId: TeamId,
    categoryId: CategoryId,
    change: CategoryDraft,
    options: CallOptions = {},
  ): Promise<Category> {
    const params = { teamId, categoryId };
    const answer = await this.rest.begin(endpoints.updateCategory, { params, body: change, ...options });
    return answer.category;
  }

  /**
   * Deletes a category (observed). Its channels are thought to stay, without a category (inferred).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a category (both inferred).
   */
  async delete(teamId: TeamId, categoryId: CategoryId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, categoryId };
    await this.rest.begin(endpoints.deleteCategory, { params, ...options });
  }

  /**
   * Sets what a role may and may not do in the channels of a category (observed), in place of what was set before
   * (inferred). A bit that is in neither number leaves the role what it has in the team.
   * @param overwrite - `categoryPermissionBits` name the bits.
   * @throws {RequestRejected} 403 without MANAGE_ROLES or MANAGE_CHANNELS, 404 without such a category or role (both
   * inferred).
   */
  async setRolePermissions(
    teamId: TeamId,
    categoryId: CategoryId,
    roleId: RoleId,
    overwrite: PermissionOverwriteInput,
    options: CallOptions = {},
  ): Promise<void> {
    const params = { teamId, categoryId, roleId };
    await this.rest.begin(endpoints.updateCategoryRolePermissions, { params, body: overwrite, ...options });
  }

  /**
   * Puts a channel into a category (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a category or channel (both inferred).
   */
  async addChannel(
    teamId: TeamId,
    categoryId: CategoryId,
    channelId: ChannelId,
    options: CallOptions = {},
  ): Promise<Channel> {
    const params = { teamId, categoryId, channelId };
    const answer = await this.rest.begin(endpoints.addChannelToCategory, { params, ...options });
    return answer.channel;
  }

  /**
   * Takes a channel out of its category (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a category or channel (both inferred).
   */
  async removeChannel(
    teamId: TeamId,
    categoryId: CategoryId,
    channelId: ChannelId,
    options: CallOptions = {},
  ): Promise<Channel> {
    const params = { teamId, categoryId, channelId };
    const answer = await this.rest.begin(endpoints.removeChannelFromCategory, { params, ...options });
    return answer.channel;
  }

  /**
   * Puts the channels of a category into this order, the first on top (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a category (both inferred).
   */
  async setChannelPriorities(
    teamId: TeamId,
    categoryId: CategoryId,
    order: readonly ChannelId[],
    options: CallOptions = {},
  ): Promise<void> {
    const params = { teamId, categoryId };
    const body = { channels: [...order] };
    await this.rest.begin(endpoints.setCategoryChannelPriority, { params, body, ...options });
  }

  /**
   * Puts the categories of a team into this order, the first on top (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a team (both inferred).
   */
  async setPriorities(teamId: TeamId, order: readonly CategoryId[], options: CallOptions = {}): Promise<void> {
    const body = { categories: [...order] };
    await this.rest.begin(endpoints.setTeamCategoryPriority, { params: { teamId }, body, ...options });
  }
}
