import type { Application, ApplicationDecision, ApplicationId, BodyOf, Operations, TeamId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** What a team asks of those who apply: a text above, and the questions in their order. */
export type ApplicationForm = BodyOf<Operations['updateTeamApplicationQuestions']>;

/** Applications to join teams. */
export class Applications {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the applications to a team (stated); no paging is known.
   * @throws {RequestRejected} 403 without MANAGE_APPLICATIONS, 404 without such a team (both inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Application[]> {
    const answer = await this.rest.begin(endpoints.getApplicationSubmissions, { params: { teamId }, ...options });
    return answer.applications;
  }

  /**
   * Reads one application (stated).
   * @throws {RequestRejected} 403 without MANAGE_APPLICATIONS, 404 without such an application (both inferred).
   */
  async get(teamId: TeamId, applicationId: ApplicationId, options: CallOptions = {}): Promise<Application> {
    const params = { teamId, applicationId };
    const answer = await this.rest.begin(endpoints.getApplicationById, { params, ...options });
    return answer.application;
  }

  /**
   * Takes an applicant in or turns one away (stated). An application that was `accepted` reads `approved` afterwards
   * (observed).
   * @throws {RequestRejected} 403 without MANAGE_APPLICATIONS, 404 without such an application (both inferred).
   */
  async decide(
    teamId: TeamId,
    applicationId: ApplicationId,
    decision: ApplicationDecision,
    options: CallOptions = {},
  ): Promise<void> {
    const params = { teamId, applicationId };
    await this.rest.begin(endpoints.updateApplicationStatus, { params, body: { status: decision }, ...options });
  }

  /**
   * Opens a team to applications, or closes it (stated).
   * @throws {RequestRejected} 403 without MANAGE_APPLICATIONS, 404 without such a team (both inferred).
   */
  async setOpen(teamId: TeamId, isOpen: boolean, options: CallOptions = {}): Promise<void> {
    const input = { params: { teamId }, body: { enable: isOpen }, ...options };
    await this.rest.begin(endpoints.updateTeamApplicationStatus, input);
  }

  /**
   * Sets what a team asks of those who apply (stated), in place of what it asked before (inferred).
   * @param form - `text` is the one type of question known (observed).
   * @throws {RequestRejected} 403 without MANAGE_APPLICATIONS, 404 without such a team (both inferred).
   */
  async setForm(teamId: TeamId, form: ApplicationForm, options: CallOptions = {}): Promise<void> {
    const input = { params: { teamId }, body: form, ...options };
    await this.rest.begin(endpoints.updateTeamApplicationQuestions, input);
  }
}
