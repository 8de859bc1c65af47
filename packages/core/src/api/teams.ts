import { operations, type Team, type TeamId } from '@botwright/protocol';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Teams the bot is in. */
export class Teams {
  constructor(private readonly rest: Rest) {}

  /**
   * Reads one team (observed).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async get(teamId: TeamId, options: CallOptions = {}): Promise<Team> {
    const answer = await this.rest.call(operations.getTeam, { params: { teamId }, ...options });
    return answer.team;
  }

  /** Lists the teams the bot is in (observed). READY brings the same list without a call: `client.teams`. */
  async list(options: CallOptions = {}): Promise<Team[]> {
    const answer = await this.rest.call(operations.listTeams, options);
    return answer.teams;
  }
}
