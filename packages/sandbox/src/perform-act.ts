import { type ChannelId, type Operation, operations, type RoleId, type UserId } from '@botwright/protocol';
import { submitApplication } from './changes/applications.js';
import { addPerson, rejoinTeam } from './changes/members.js';
import { createWebhook } from './changes/webhooks.js';
import { serve } from './endpoints/index.js';
import { demandType } from './endpoints/reach.js';
import { Refusal } from './refusal.js';
import type { Act, ApplicationAct, CallAct, DatedAct, PersonAct } from './world/act.js';
import { type Account, existing, type TeamView, type WorldView } from './world/state.js';
import type { World } from './world/world.js';

/** The one way in which somebody outside acts on a world. */
export function perform(world: World, act: Act): object {
  return world.act(act, () => run(world, act));
}

/**
 * Does again what was done before. What was refused then, after it had begun, is refused again.
 *
 * @returns with what it failed, as it did then.
 */
export function performAgain(world: World, dated: DatedAct): Error | undefined {
  try {
    world.repeat(dated, () => run(world, dated.act));
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? undefined : (error as Error);
  }
}

/** @returns the members of the answer beside `success`. */
function run(world: World, act: Act): object {
  switch (act.kind) {
    case 'call':
      return call(world, act);
    case 'person':
      return invite(world, act);
    case 'application':
      return submit(world, act);
    case 'webhook':
      return addWebhook(world, act.channelId);
  }
}

function call(world: World, { operation: id, by, read }: CallAct): object {
  const operation: Operation = operations[id];
  return serve(operation, read, by === null ? undefined : existing(world.view.accounts, by).user, world);
}

/** Brings somebody into the home team: a new account, or one that has left and may come back. */
function invite(world: World, act: PersonAct): { readonly id: UserId; readonly token: string } {
  const { user, token } = letIn(world, act);
  return { id: user.id, token };
}

function letIn(world: World, { username, roles, bot }: PersonAct): Account {
  const { view } = world;
  const team = existing(view.teams, view.homeTeamId);
  const roleIds = roles.map((role) => findRole(team, role));
  const known = findAccount(view, username);
  if (!known) return world.apply(addPerson(team.team.id, username, roleIds, bot ? 'bot' : 'person'));
  if (team.bans.has(known.user.id)) {
    throw Refusal.forbidden('USER_BANNED', `${username} is banned from team ${team.team.name}; lift the ban first`);
  }
  if (team.members.has(known.user.id)) throw Refusal.badInput(`username must be free; ${username} is a member already`);
  return world.apply(rejoinTeam(team.team.id, known, roleIds));
}

/** Hands in an application, as whoever wants to join does by a page of the service. */
function submit(world: World, { teamId = world.view.homeTeamId, username, answers }: ApplicationAct): object {
  const team = world.view.teams.get(teamId);
  if (!team) throw Refusal.unknown('team', teamId);
  if (!team.applicationForm.isOpen) {
    throw Refusal.forbidden('APPLICATIONS_CLOSED', `team ${team.team.name} takes no applications at present`);
  }
  const applicant = findAccount(world.view, username);
  if (applicant && team.members.has(applicant.user.id)) {
    throw Refusal.badInput(`username must name nobody of the team; ${username} is a member already`);
  }
  return world.apply(submitApplication(teamId, { username, answers }));
}

function addWebhook(world: World, channelId: ChannelId): object {
  const channel = world.view.channels.get(channelId);
  if (!channel) throw Refusal.unknown('channel', channelId);
  return world.apply(createWebhook(demandType(channel, 'text')));
}

function findAccount(view: WorldView, username: string): Account | undefined {
  return [...view.accounts.values()].find(({ user }) => user.username === username);
}

/** A role by its id or its name. */
function findRole(team: TeamView, idOrName: string): RoleId {
  const found = team.roles.get(idOrName) ?? [...team.roles.values()].find(({ name }) => name === idOrName);
  if (!found) throw Refusal.unknown('role', idOrName);
  return found.id;
}
