import type { ApplicationId, TeamId } from '@botwright/protocol';
import { askQuestions, decideApplication, openApplications } from '../changes/applications.js';
import { Refusal } from '../refusal.js';
import { asApplication } from '../world/applications.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { reachTeamByRight } from './reach.js';

export const applicationEndpoints = endpoints({
  getApplicationSubmissions(call) {
    const { applications } = reachTeamByRight(call, call.params.teamId);
    return { applications: Array.from(applications.values(), (stored) => asApplication(call.world, stored)) };
  },

  getApplicationById(call) {
    return { application: asApplication(call.world, reachApplication(call, call.params)) };
  },

  updateApplicationStatus(call) {
    const stored = reachApplication(call, call.params);
    const decide = decideApplication(call.params.teamId, call.caller.id, stored, call.body.status);
    return { application: call.apply(decide) };
  },

  updateTeamApplicationStatus(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    return { application: { ...call.apply(openApplications(teamId, call.body.enable)) } };
  },

  updateTeamApplicationQuestions(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    return { application: { ...call.apply(askQuestions(teamId, call.body)) } };
  },
});

interface ApplicationPath {
  readonly teamId: TeamId;
  readonly applicationId: ApplicationId;
}

function reachApplication(call: AnyCall, { teamId, applicationId }: ApplicationPath) {
  const application = reachTeamByRight(call, teamId).applications.get(applicationId);
  if (!application) throw Refusal.unknown('application', applicationId);
  return application;
}
