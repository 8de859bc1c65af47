import { isDeepStrictEqual } from 'node:util';
import {
  type EventKind,
  events,
  firstProblem,
  type Operation,
  type OperationId,
  operations,
} from '@botwright/protocol';
import { z } from 'zod';
import type { EventExpectation, Expectation } from './case.js';
import { mismatch, show, valueAt } from './match.js';
import type { Reply } from './server.js';

/** What is wrong with an answer, or undefined. Placeholders in the expectation are filled in already. */
export function problemOfReply(id: string, reply: Reply, expect: Expectation): string | undefined {
  const { status, body } = reply;
  if (status !== expect.status) return `answered ${status}, not ${expect.status}: ${show(body)}`;
  if (status !== 200) return valueAt(body, 'success') === true ? 'refused, and says success' : undefined;
  return problemOfAnswer(operations[id as OperationId], body, expect);
}

/** What is wrong with an event's payload, or undefined. */
export function problemOfEvent({ kind, matches }: EventExpectation, data: unknown): string | undefined {
  const read = events[kind as EventKind].safeParse(data);
  return read.success ? mismatch(matches, read.data) : firstProblem(read.error);
}

/** Whether somebody changed the world between two looks at it. */
export function problemOfWorlds(before: unknown, after: unknown): string | undefined {
  return isDeepStrictEqual(before, after) ? undefined : 'refused the call, and changed the world all the same';
}

function problemOfAnswer({ answer }: Operation, body: unknown, expect: Expectation): string | undefined {
  const read = answer.safeParse(body);
  if (!read.success) return `the answer is not what the contract promises: ${firstProblem(read.error)}`;
  // Where the contract reads a bare list or resource too, its one shape is what counts.
  const holder = answer instanceof z.ZodObject ? body : read.data;
  if (holder === body && valueAt(body, 'success') !== true) return 'success is not true';
  const missing = expect.members?.find((name) => valueAt(holder, name) === undefined);
  if (missing !== undefined) return `the answer lacks ${missing}`;
  return mismatch(expect.matches ?? {}, read.data) ?? problemOfLists(expect, read.data);
}

function problemOfLists({ lacks = {} }: Expectation, answer: unknown): string | undefined {
  const kept = Object.entries(lacks).find(([way, unwanted]) => {
    const list = valueAt(answer, way);
    return !Array.isArray(list) || list.some((entry) => mismatch(unwanted, entry) === undefined);
  });
  return kept && `${kept[0]} still holds ${show(kept[1])}`;
}
