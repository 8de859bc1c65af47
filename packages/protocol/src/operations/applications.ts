import { z } from 'zod';
import { observed } from '../certainty.js';
import { Application, ApplicationQuestionInput, applicationDecisions } from '../resources/application.js';
import { alsoReads, flag, isRecord, list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

/** One client sends the word that is stored in place of the word that is sent. */
function toDecision(wire: unknown): unknown {
  return wire === 'approved' ? 'accepted' : wire;
}

/** Three clients name the switch three ways. */
function toEnable(wire: unknown): unknown {
  if (!isRecord(wire) || 'enable' in wire) return wire;
  const { enabled, status, ...rest } = wire;
  return { ...rest, enable: enabled ?? status };
}

export const applicationOperations = operationGroup('Applications', {
  getApplicationSubmissions: {
    name: 'Get Application Submissions',
    method: 'GET',
    path: '/teams/{teamId}/applications',
    answer: resource({ applications: observed(list(Application), 'client:ts') }),
    needs: ['team:MANAGE_APPLICATIONS'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  getApplicationById: {
    name: 'Get Application By Id',
    method: 'GET',
    path: '/teams/{teamId}/applications/{applicationId}',
    answer: resource({ application: observed(Application, 'client:ts') }),
    needs: ['team:MANAGE_APPLICATIONS'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateApplicationStatus: {
    name: 'Update a Application Status',
    method: 'POST',
    path: '/teams/{teamId}/applications/{applicationId}',
    body: resource({
      status: observed(alsoReads(z.enum(applicationDecisions), toDecision), 'client:py', 'client:py2', 'client:js'),
    }),
    answer: resource({}),
    needs: ['team:MANAGE_APPLICATIONS'],
    emits: ['APPLICATION_UPDATED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  // Opens or closes the team to applications. A server must look for this literal path before the one with an id.
  updateTeamApplicationStatus: {
    name: "Update Team's Application Status",
    method: 'POST',
    path: '/teams/{teamId}/applications/status',
    repeatable: true,
    body: alsoReads(resource({ enable: observed(flag(), 'client:py', 'client:py2') }), toEnable),
    answer: resource({}),
    needs: ['team:MANAGE_APPLICATIONS'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateTeamApplicationQuestions: {
    name: "Update Team's Application Questions",
    method: 'PATCH',
    path: '/teams/{teamId}/applications',
    repeatable: true,
    body: resource({
      description: observed(z.string(), 'client:ts', 'client:py', 'console'),
      questions: observed(z.array(ApplicationQuestionInput), 'client:ts', 'client:py', 'console'),
    }),
    answer: resource({ application: observed(resource({}).optional(), 'client:ts') }),
    needs: ['team:MANAGE_APPLICATIONS'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['docs', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
});
