import type { Role, RoleChange, RoleDraft, RoleId, TeamId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Roles of teams. `members.addRole` gives one to somebody. */
export class Roles {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the roles of a team (observed). A higher `priority` stands above a lower one (inferred).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Role[]> {
    const answer = await this.rest.begin(endpoints.getTeamRoles, { params: { teamId }, ...options });
    return answer.roles;
  }

  /**
   * Creates a role (stated).
   * @param draft - Each member may be left out or null; colours are hexadecimal, `permissions` are the bits of
   * `teamPermissionBits` (stated).
   * @throws {RequestRejected} 403 without MANAGE_ROLES, 404 without such a team (both inferred).
   */
  async create(teamId: TeamId, draft: RoleDraft = {}, options: CallOptions = {}): Promise<Role> {
    const answer = await this.rest.begin(endpoints.createRole, { params: { teamId }, body: draft, ...options });
    return answer.role;
  }

  /**
   * Changes a role; what the change leaves out stays (observed).
   * @throws {RequestRejected} 403 without MANAGE_ROLES or for a role that stands above the bot, 404 without such a role
   * (all inferred).
   */
  async update(teamId: TeamId, roleId: RoleId, change: RoleChange, options: CallOptions = {}): Promise<Role> {
    const params = { teamId, roleId };
    const answer = await this.rest.begin(endpoints.updateRole, { params, body: change, ...options });
    return answer.role;
  }

  /**
   * Deletes a role; its members lose it (stated).
   * @throws {RequestRejected} 403 without MANAGE_ROLES or for a role that stands above the bot, 404 without such a role
   * (all inferred).
   */
  async delete(teamId: TeamId, roleId: RoleId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, roleId };
    await this.rest.begin(endpoints.deleteRole, { params, ...options });
  }

  /**
   * Makes another role like this one (stated), which nobody has yet (inferred).
   * @returns The new role.
   * @throws {RequestRejected} 403 without MANAGE_ROLES, 404 without such a role (both inferred).
   */
  async clone(teamId: TeamId, roleId: RoleId, options: CallOptions = {}): Promise<Role> {
    const params = { teamId, roleId };
    const answer = await this.rest.begin(endpoints.cloneRole, { params, ...options });
    return answer.role;
  }

  /**
   * Puts the roles of a team into this order (stated; that the body is the bare list of ids is observed).
   * @returns The roles, when the service sends them along (observed).
   * @throws {RequestRejected} 403 without MANAGE_ROLES, 404 without such a team (both inferred).
   */
  async setPriorities(
    teamId: TeamId,
    order: readonly RoleId[],
    options: CallOptions = {},
  ): Promise<Role[] | undefined> {
    const input = { params: { teamId }, body: [...order], ...options };
    const answer = await this.rest.begin(endpoints.updateRolePriorities, input);
    return answer.roles;
  }
}
