import { recipes } from './recipe.js';

const team = { teamId: '{team}' };
const theApplication = { ...team, applicationId: '{application}' };
const readApplication = { operation: 'getApplicationById', parameters: theApplication } as const;

/** No operation of the contract hands an application in. */
const submit = { control: 'applications', body: { username: 'applicant', answers: [] } } as const;
const list = {
  operation: 'getApplicationSubmissions',
  parameters: team,
  keep: { application: 'applications.0.id' },
} as const;

export const applicationRecipes = recipes({
  getApplicationSubmissions: {
    setup: [submit],
    looking: {},
    parameters: team,
    answer: { applications: [{ status: 'pending', submittedBy: { username: 'applicant' } }] },
  },

  getApplicationById: {
    setup: [submit, list],
    looking: { setup: [list] },
    parameters: theApplication,
    answer: { application: { id: '{application}', status: 'pending' } },
  },

  updateApplicationStatus: {
    setup: [submit, list],
    parameters: theApplication,
    body: { status: 'accepted' },
    events: {
      APPLICATION_UPDATED: {
        application: { id: '{application}', status: 'approved' },
        changedBy: '{caller}',
        teamId: '{team}',
      },
    },
    after: [{ ...readApplication, expect: { matches: { application: { status: 'approved' } } } }],
  },

  updateTeamApplicationStatus: { parameters: team, body: { enable: true } },

  updateTeamApplicationQuestions: {
    parameters: team,
    body: {
      description: 'Tell us who you are.',
      questions: [{ question: 'Which tools?', type: 'text', optional: true, options: ['saw'] }],
    },
  },
});
