import type {
  Application,
  ApplicationAnswer,
  ApplicationDecision,
  ApplicationQuestionInput,
  TeamId,
  UserId,
} from '@botwright/protocol';
import { callerDigest } from '../credentials.js';
import { holdsTeamPermission } from '../permissions.js';
import { newPerson } from '../world/accounts.js';
import { asApplication } from '../world/applications.js';
import { type Change, type Stamp, type WorldEvent, worldEvent } from '../world/change.js';
import { existing, type WorldState, type WorldView } from '../world/state.js';
import type { ApplicationForm, StoredApplication } from '../world/stored.js';
import { membersOf } from './audience.js';

interface GivenAnswer {
  readonly question: string;
  readonly answer: string | readonly string[] | null;
}

/** What somebody who wants to join hands in. Whom the world does not know yet gets an account, and no membership. */
interface Submission {
  readonly username: string;
  readonly answers: readonly GivenAnswer[];
}

export function submitApplication(teamId: TeamId, { username, answers }: Submission): Change<Application> {
  return (state, stamp) => {
    const team = existing(state.teams, teamId);
    const stored: StoredApplication = {
      id: stamp.identities.id(),
      type: 'team',
      submittedBy: applicantId(state, stamp, username),
      answers: answers.map((given) => asAnswer(team.applicationForm, stamp, given)),
      status: 'pending',
      createdAt: stamp.now(),
    };
    team.applications.set(stored.id, stored);
    const application = asApplication(state, stored);
    const data = { application, teamId };
    return { answer: application, events: [worldEvent('APPLICATION_CREATED', data, deciders(state, teamId))] };
  };
}

/** What is sent as `accepted` is kept as `approved`. Whoever is accepted still joins by themself. */
export function decideApplication(
  teamId: TeamId,
  changedBy: UserId,
  before: StoredApplication,
  decision: ApplicationDecision,
): Change<Application> {
  return (state) => {
    const stored = { ...before, status: decision === 'accepted' ? 'approved' : decision };
    existing(state.teams, teamId).applications.set(stored.id, stored);
    const application = asApplication(state, stored);
    const data = { application, changedBy, teamId };
    return { answer: application, events: [worldEvent('APPLICATION_UPDATED', data, deciders(state, teamId))] };
  };
}

/** Lets people apply, or lets them no longer. */
export function openApplications(teamId: TeamId, isOpen: boolean): Change<ApplicationForm> {
  return (state) => {
    const team = existing(state.teams, teamId);
    team.applicationForm = { ...team.applicationForm, isOpen };
    return { answer: team.applicationForm, events: [] };
  };
}

interface FormDraft {
  readonly description: string;
  readonly questions: readonly ApplicationQuestionInput[];
}

/** Asks other questions. Applications keep those that they answered. */
export function askQuestions(teamId: TeamId, { description, questions }: FormDraft): Change<ApplicationForm> {
  return (state, stamp) => {
    const team = existing(state.teams, teamId);
    team.applicationForm = {
      isOpen: team.applicationForm.isOpen,
      description,
      questions: questions.map(({ optional = false, options = [], ...asked }) => {
        return { ...asked, id: stamp.identities.id(), optional, options };
      }),
    };
    return { answer: team.applicationForm, events: [] };
  };
}

function applicantId(state: WorldState, stamp: Stamp, username: string): UserId {
  const known = [...state.accounts.values()].find(({ user }) => user.username === username);
  if (known) return known.user.id;
  const account = newPerson(stamp, username);
  state.accounts.set(account.user.id, account);
  state.callers.set(callerDigest(account), account.user.id);
  return account.user.id;
}

/** The question as it stands in the form; one that is not in it may be answered too. */
function asAnswer({ questions }: ApplicationForm, stamp: Stamp, { question, answer }: GivenAnswer): ApplicationAnswer {
  const asked = questions.find((entry) => entry.question === question);
  return {
    questionId: asked?.id ?? stamp.identities.id(),
    answer: typeof answer === 'string' || answer === null ? answer : [...answer],
    question,
    optional: asked?.optional ?? false,
    options: [...(asked?.options ?? [])],
  };
}

/** Those who may read applications: what is in them is for nobody else. */
function deciders(world: WorldView, teamId: TeamId): WorldEvent['reaches'] {
  const isMember = membersOf(world, teamId);
  const team = existing(world.teams, teamId);
  return (userId) =>
    isMember(userId) && (!world.enforcesPermissions || holdsTeamPermission(team, userId, 'MANAGE_APPLICATIONS'));
}
