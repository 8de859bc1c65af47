import { operations, type Role, type TeamId } from '@botwright/protocol';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Roles of teams. */
export class Roles {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the roles of a team (observed). A higher `priority` stands above a lower one (inferred).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Role[]> {
    const answer = await this.rest.call(operations.getTeamRoles, { params: { teamId }, ...options });
    return answer.roles;
  }
}
