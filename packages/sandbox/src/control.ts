import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ChannelId, limits, type RoleId, type Webhook } from '@botwright/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Address, isLoopback } from './address.js';
import { readInput } from './bad-input.js';
import { submitApplication } from './changes/applications.js';
import { addPerson, rejoinTeam } from './changes/members.js';
import { createWebhook } from './changes/webhooks.js';
import { describeWebhook, type SandboxDescription } from './description.js';
import { demandType } from './endpoints/reach.js';
import type { Ledger } from './ledger.js';
import { Refusal } from './refusal.js';
import { exportWorld } from './world/export.js';
import { type Account, existing, type TeamView, type WorldView } from './world/state.js';
import type { World } from './world/world.js';

export interface ControlParts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly controlToken: string;
  readonly address: () => Address;
  readonly description: () => SandboxDescription;
  readonly reset: (seed: string | undefined) => void;
}

const ResetBody = z.object({ seed: z.string().min(1).optional() });
const PersonBody = z.object({
  username: z.string().min(1).max(limits.usernameLength.value),
  roles: z.array(z.string()).default([]),
});
const ApplicationBody = z.object({
  teamId: z.string().optional(),
  username: z.string().min(1).max(limits.usernameLength.value),
  answers: z
    .array(z.object({ question: z.string(), answer: z.union([z.string(), z.array(z.string())]).nullable() }))
    .default([]),
});
const WebhookBody = z.object({ channelId: z.string() });
const LedgerQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

const prefix = '/_sandbox';

/** The calls by which tests, scripts and the page steer the sandbox itself. */
export function registerControl(app: FastifyInstance, parts: ControlParts): void {
  app.get(`${prefix}/session`, (request) => {
    const refusal = sessionRefusal(request, parts);
    if (refusal) throw refusal;
    return parts.description();
  });
  app.register((control, _options, done) => {
    control.addHook('onRequest', (request, _reply, done) => done(tokenRefusal(request, parts.controlToken)));
    registerControlled(control, parts);
    done();
  });
}

function registerControlled(app: FastifyInstance, parts: ControlParts): void {
  const { world, ledger, reset } = parts;
  app.get(`${prefix}/world`, () => exportWorld(world.view));
  app.post(`${prefix}/reset`, ({ body }) => {
    reset(readInput(ResetBody, body ?? {}, 'the body').seed);
    return { success: true };
  });
  app.post(`${prefix}/people`, ({ body }) => {
    const { user, token } = invite(world, readInput(PersonBody, body ?? {}, 'the body'));
    return { id: user.id, token };
  });
  app.post(`${prefix}/applications`, ({ body }) => {
    return submit(world, readInput(ApplicationBody, body ?? {}, 'the body'));
  });
  app.post(`${prefix}/webhooks`, ({ body }) => {
    const webhook = addWebhook(world, readInput(WebhookBody, body ?? {}, 'the body').channelId);
    return describeWebhook(webhook, parts.address());
  });
  app.get(`${prefix}/ledger`, ({ query }, reply) => {
    const { after } = readInput(LedgerQuery, query, 'the query');
    return reply.type('application/x-ndjson').send(Readable.from(ledger.linesAfter(after)));
  });
}

/** Brings somebody into the home team: a new account, or one that has left and may come back. */
function invite(world: World, { username, roles }: z.output<typeof PersonBody>): Account {
  const { view } = world;
  const team = existing(view.teams, view.homeTeamId);
  const roleIds = roles.map((role) => findRole(team, role));
  const known = findAccount(view, username);
  if (!known) return world.apply(addPerson(team.team.id, username, roleIds));
  if (team.bans.has(known.user.id)) {
    throw Refusal.forbidden('USER_BANNED', `${username} is banned from team ${team.team.name}; lift the ban first`);
  }
  if (team.members.has(known.user.id)) throw Refusal.badInput(`username must be free; ${username} is a member already`);
  return world.apply(rejoinTeam(team.team.id, known, roleIds));
}

/** Hands in an application, as whoever wants to join does by a page of the service. */
function submit(world: World, { teamId = world.view.homeTeamId, ...submission }: z.output<typeof ApplicationBody>) {
  const team = world.view.teams.get(teamId);
  if (!team) throw Refusal.unknown('team', teamId);
  if (!team.applicationForm.isOpen) {
    throw Refusal.forbidden('APPLICATIONS_CLOSED', `team ${team.team.name} takes no applications at present`);
  }
  const applicant = findAccount(world.view, submission.username);
  if (applicant && team.members.has(applicant.user.id)) {
    throw Refusal.badInput(`username must name nobody of the team; ${submission.username} is a member already`);
  }
  return world.apply(submitApplication(teamId, submission));
}

function addWebhook(world: World, channelId: ChannelId): Webhook {
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

/**
 * Why a call may not have the session, which the page asks for first. A browser says itself where a call comes from, and
 * no page can make it say otherwise; what is no browser can, so others than this machine need the token.
 */
function sessionRefusal(request: FastifyRequest, { address, controlToken }: ControlParts): Refusal | undefined {
  if (request.headers['sec-fetch-site'] !== 'same-origin') {
    return Refusal.forbidden('FOREIGN_ORIGIN', 'the session is for the page of this sandbox alone');
  }
  return isLoopback(address().host) ? undefined : tokenRefusal(request, controlToken);
}

function tokenRefusal({ headers }: FastifyRequest, controlToken: string): Refusal | undefined {
  const given = headers['x-sandbox-token'];
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(controlToken))) return undefined;
  return Refusal.unauthorizedControl();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
