import { authorization, type Operation, type OperationId, operations } from '@botwright/protocol';
import type { Case, OperationCall, Preparation } from './case.js';
import { EventStream } from './event-stream.js';
import { problemOfEvent, problemOfReply, problemOfWorlds } from './judge.js';
import { show, valueAt } from './match.js';
import { fill, UnknownPlaceholder } from './placeholders.js';
import type { Reply, Server } from './server.js';
import type { Surroundings } from './surroundings.js';

export type Outcome =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'failed'; readonly problem: string }
  | { readonly outcome: 'skipped'; readonly reason: string };

const eventTimeoutMs = 5_000;

const notOffered = 'the server does not offer it, and need not';

/** What a case needs for its preparation is not there, and need not be. */
class NotOffered extends Error {
  constructor(operation: string) {
    super(`it needs ${operation}, which the server does not offer and need not`);
  }
}

/** Tries one case in surroundings that are fresh, or prepared already by a case that needs the same. */
export async function runCase(
  item: Case,
  server: Server,
  surroundings: Surroundings,
  isPrepared: boolean,
): Promise<Outcome> {
  try {
    if (!isPrepared) await prepare(item, server, surroundings);
    return await judge(item, server, surroundings);
  } catch (failure) {
    // A case that may prepare nothing depends on what happens to be there.
    if (failure instanceof UnknownPlaceholder && item.safe) return skipped(failure.message);
    if (failure instanceof NotOffered) return skipped(failure.message);
    return failed(failure instanceof Error ? failure.message : String(failure));
  }
}

async function judge(item: Case, server: Server, surroundings: Surroundings): Promise<Outcome> {
  using stream = item.event && (await listen(server, surroundings));
  const worldBefore = await lookAtWorld(item, server);
  const reply = await send(item.call, server, surroundings);
  const reason = reasonToSkip(item, reply, server);
  if (reason !== undefined) return skipped(reason);
  const expect = fill(item.expect, surroundings.names);
  const problem =
    problemOfReply(item.operation, reply, expect) ??
    problemOfWorlds(worldBefore, await lookAtWorld(item, server)) ??
    (stream && (await hear(item, stream, surroundings))) ??
    (await lookAfter(item, server, surroundings));
  return problem === undefined ? { outcome: 'passed' } : failed(problem);
}

async function prepare(item: Case, server: Server, { names, callers }: Surroundings): Promise<void> {
  for (const username of item.people) {
    const person = await server.control('POST', 'people', { username });
    names.set(username, String(valueAt(person, 'id')));
    callers.set(username, authorization(String(valueAt(person, 'token')), 'User'));
  }
  for (const step of item.setup) keepFrom(step, await take(step, server, { names, callers }), names);
}

async function take(step: Preparation, server: Server, surroundings: Surroundings): Promise<unknown> {
  if ('control' in step) return server.control('POST', step.control, fill(step.body, surroundings.names));
  const { status, body } = await send(step, server, surroundings);
  if (status === 200) return body;
  if (isOptional(step.operation) && isUnknownRoute(status)) throw new NotOffered(step.operation);
  throw new Error(`to prepare it, ${step.operation} answered ${status}: ${show(body)}`);
}

function keepFrom({ keep = {} }: Preparation, answer: unknown, names: Map<string, string>): void {
  for (const [name, way] of Object.entries(keep)) {
    const value = valueAt(answer, way);
    if (value !== undefined) names.set(name, String(value));
  }
}

function send(call: OperationCall, server: Server, { names, callers }: Surroundings): Promise<Reply> {
  if (!callers.has(call.as)) throw new Error(`nobody here is called ${call.as}`);
  const { as, ...filled } = fill(call, names);
  return server.call(callers.get(as), filled);
}

/** Only a stand-in lets itself be looked at whole, and only where nothing may change there is a reason to. */
async function lookAtWorld({ expect }: Case, server: Server): Promise<unknown> {
  return expect.status >= 400 && server.hasControl ? server.control('GET', 'world') : undefined;
}

function listen(server: Server, { callers }: Surroundings): Promise<EventStream> {
  return EventStream.open(server.base, callers.get('bot') ?? '', eventTimeoutMs);
}

async function hear({ event }: Case, stream: EventStream, { names }: Surroundings): Promise<string | undefined> {
  if (!event) return undefined;
  const expected = fill(event, names);
  return stream.find(event.kind, (data) => problemOfEvent(expected, data), eventTimeoutMs);
}

async function lookAfter(item: Case, server: Server, surroundings: Surroundings): Promise<string | undefined> {
  for (const look of item.after) {
    const reply = await send(look, server, surroundings);
    const problem = problemOfReply(look.operation, reply, fill(look.expect, surroundings.names));
    if (problem !== undefined) return `afterwards ${look.operation}: ${problem}`;
  }
  return undefined;
}

/** A server may do without some operations, and on a service that others use the bot has the rights that it has. */
function reasonToSkip({ optional, aspect, expect }: Case, { status }: Reply, server: Server): string | undefined {
  if (status === expect.status || aspect !== 'shape') return undefined;
  if (optional && isUnknownRoute(status)) return notOffered;
  return !server.hasControl && status === 403 ? 'the bot lacks the right' : undefined;
}

function isOptional(id: string): boolean {
  const { extra }: Operation = operations[id as OperationId];
  return extra?.standing === 'experimental';
}

function isUnknownRoute(status: number): boolean {
  return status === 404 || status === 405;
}

function failed(problem: string): Outcome {
  return { outcome: 'failed', problem };
}

function skipped(reason: string): Outcome {
  return { outcome: 'skipped', reason };
}
