import type { AnswerOf, Operations, Team, TeamChange, TeamId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** How much of an audit log to read. */
export interface AuditLogPage {
  /** At least 1, 50 without it (observed). */
  readonly limit?: number | undefined;
}

/** What the service says of an audit log, as it came: nobody has written its members down. */
export type AuditLog = AnswerOf<Operations['getAuditLogs']>;

/** Teams the bot is in. */
export class Teams {
  constructor(private readonly rest: Rest) {}

  /**
   * Reads one team (observed).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async get(teamId: TeamId, options: CallOptions = {}): Promise<Team> {
    const answer = await this.rest.begin(endpoints.getTeam, { params: { teamId }, ...options });
    return answer.team;
  }

  /** Lists the teams the bot is in (observed). READY brings the same list without a call: `client.teams`. */
  async list(options: CallOptions = {}): Promise<Team[]> {
    const answer = await this.rest.begin(endpoints.listTeams, options);
    return answer.teams;
  }

  /**
   * Changes a team (observed); what is left out or null stays (inferred).
   * @param change - `name` of 3 to 12 characters, `description` of at most 1000 (observed in one client, not checked
   * here).
   * @returns The team, when the service sends it along (inferred).
   * @throws {RequestRejected} 403 without MANAGE_TEAM, 404 without such a team (both inferred).
   */
  async update(teamId: TeamId, change: TeamChange, options: CallOptions = {}): Promise<Team | undefined> {
    const answer = await this.rest.begin(endpoints.updateTeam, { params: { teamId }, body: change, ...options });
    return answer.team;
  }

  /**
   * Leaves a team. Observed for accounts of people alone: the service may not know the call for bots.
   * @throws {RequestRejected} 404 for a team the bot is not in (inferred).
   */
  async leave(teamId: TeamId, options: CallOptions = {}): Promise<void> {
    await this.rest.begin(endpoints.leaveTeam, { body: { id: teamId }, ...options });
  }

  /**
   * Reads the audit log of a team. Observed for accounts of people alone: the service may not know the call for bots.
   * @throws {RequestRejected} 403 without VIEW_AUDIT_LOG, 404 without such a team (both inferred).
   */
  auditLog(teamId: TeamId, page: AuditLogPage = {}, options: CallOptions = {}): Promise<AuditLog> {
    return this.rest.call(endpoints.getAuditLogs, { params: { teamId }, query: { ...page }, ...options });
  }
}
