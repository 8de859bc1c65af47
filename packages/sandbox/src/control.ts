import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Clock, VirtualClock } from '@botwright/clock';
import { limits, type Webhook } from '@botwright/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Address, isLoopback } from './address.js';
import { readInput } from './bad-input.js';
import { describeWebhook, type SandboxDescription } from './description.js';
import { type Explainer, explainedBy, placeIn } from './explaining.js';
import { type FaultRule, FaultRuleInvalid } from './faults/rule.js';
import { SentFrame } from './frames.js';
import type { Ledger } from './ledger.js';
import { perform } from './perform-act.js';
import type { Recorder } from './recordings/recorder.js';
import { Refusal } from './refusal.js';
import type { Faults } from './sandbox.js';
import { exportWorld } from './world/export.js';
import type { World } from './world/world.js';

export interface ControlParts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly controlToken: string;
  readonly address: () => Address;
  readonly description: () => SandboxDescription;
  readonly reset: (seed: string | undefined) => void;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly send: (frame: SentFrame) => number;
  readonly record: () => Recorder;
  readonly explainer: () => Explainer | undefined;
  /** Told when the clock has been moved. */
  readonly advanced: (ms: number) => void;
}

/** Each keeps all that is done while it is under way. */
const maxRecordings = 16;

/** Later moments have no four digits for their year, and much later ones cannot be written at all. */
const lastMoment = Date.UTC(9999, 11, 31);

const ResetBody = z.object({ seed: z.string().min(1).optional() });
const PersonBody = z.object({
  username: z.string().min(1).max(limits.usernameLength.value),
  roles: z.array(z.string()).default([]),
  bot: z.boolean().optional(),
});
const ApplicationBody = z.object({
  teamId: z.string().optional(),
  username: z.string().min(1).max(limits.usernameLength.value),
  answers: z
    .array(z.object({ question: z.string(), answer: z.union([z.string(), z.array(z.string())]).nullable() }))
    .default([]),
});
const WebhookBody = z.object({ channelId: z.string() });
const ExplainBody = z.object({
  text: z.string().max(limits.messageContentLength.value),
  channelId: z.string(),
  userId: z.string(),
});
const ClockBody = z.object({ advanceMs: z.int().min(0) });
const FaultsBody = z.object({ rules: z.array(z.unknown()) });
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
  registerWorldControl(app, parts);
  registerClock(app, parts);
  registerFaults(app, parts);
  registerRecordings(app, parts);
  registerExplaining(app, parts);
  app.post(`${prefix}/frames`, ({ body }) => {
    return { success: true, connections: parts.send(readInput(SentFrame, body ?? {}, 'the body')) };
  });
  app.get(`${prefix}/ledger`, ({ query }, reply) => {
    const { after } = readInput(LedgerQuery, query, 'the query');
    return reply.type('application/x-ndjson').send(Readable.from(parts.ledger.linesAfter(after)));
  });
}

function registerWorldControl(app: FastifyInstance, { world, reset, address }: ControlParts): void {
  app.get(`${prefix}/world`, () => exportWorld(world.view));
  app.post(`${prefix}/reset`, ({ body }) => {
    reset(readInput(ResetBody, body ?? {}, 'the body').seed);
    return { success: true };
  });
  app.post(`${prefix}/people`, ({ body }) => {
    return perform(world, { kind: 'person', ...readInput(PersonBody, body ?? {}, 'the body') });
  });
  app.post(`${prefix}/applications`, ({ body }) => {
    return perform(world, { kind: 'application', ...readInput(ApplicationBody, body ?? {}, 'the body') });
  });
  app.post(`${prefix}/webhooks`, ({ body }) => {
    const act = { kind: 'webhook', ...readInput(WebhookBody, body ?? {}, 'the body') } as const;
    return describeWebhook(perform(world, act) as Webhook, address());
  });
}

function registerClock(app: FastifyInstance, { clock, advanced }: ControlParts): void {
  const reading = () => ({ now: clock.now(), virtual: clock instanceof VirtualClock });
  app.get(`${prefix}/clock`, reading);
  app.post(`${prefix}/clock`, async ({ body }) => {
    const { advanceMs } = readInput(ClockBody, body ?? {}, 'the body');
    if (!(clock instanceof VirtualClock)) throw Refusal.clockNotVirtual();
    if (clock.now() + advanceMs > lastMoment) throw Refusal.badInput('advanceMs must not lead beyond the year 9999');
    await clock.advance(advanceMs);
    advanced(advanceMs);
    return reading();
  });
}

function registerFaults(app: FastifyInstance, { faults }: ControlParts): void {
  const board = () => ({ success: true, rules: faults.list(), struck: faults.struck });
  app.get(`${prefix}/faults`, board);
  app.put(`${prefix}/faults`, ({ body }) => {
    setRules(faults, Array.isArray(body) ? body : readInput(FaultsBody, body ?? {}, 'the body').rules);
    return board();
  });
  app.delete(`${prefix}/faults`, () => {
    faults.clear();
    return board();
  });
}

function setRules(faults: Faults, rules: unknown[]): void {
  try {
    faults.set(rules as FaultRule[]);
  } catch (error) {
    throw error instanceof FaultRuleInvalid ? Refusal.invalid(error) : error;
  }
}

/** Recordings are under way until they are fetched. */
function registerRecordings(app: FastifyInstance, { record }: ControlParts): void {
  const underWay = new Map<string, Recorder>();
  app.post(`${prefix}/recordings`, () => {
    if (underWay.size >= maxRecordings) throw Refusal.tooManyRecordings(maxRecordings);
    const id = randomUUID();
    underWay.set(id, record());
    return { success: true, id };
  });
  app.get<{ Params: { id: string } }>(`${prefix}/recordings/:id`, ({ params: { id } }) => {
    const recorder = underWay.get(id);
    if (!recorder) throw Refusal.unknown('recording', id);
    underWay.delete(id);
    return recorder.end();
  });
}

function registerExplaining(app: FastifyInstance, { world, ledger, explainer }: ControlParts): void {
  app.post(`${prefix}/explain`, async ({ body }) => {
    const { text, channelId, userId } = readInput(ExplainBody, body ?? {}, 'the body');
    const explain = explainer();
    if (!explain) throw Refusal.noExplainer();
    const place = placeIn(world.view, channelId, userId);
    ledger.write({ kind: 'explain' });
    return { success: true, explanation: await explainedBy(explain, text, place) };
  });
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
