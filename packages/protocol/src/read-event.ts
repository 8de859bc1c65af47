import type { z } from 'zod';
import { type EventKind, type EventPayload, events } from './events.js';
import { completeMessage } from './read-message.js';

/** A payload that is not what its kind promises, and the first thing that is wrong with it. */
export class Unreadable {
  constructor(readonly problem: string) {}
}

const schemas: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(events));

/** Whether code knows this kind of event. Safe for any name the service may send. */
export function isEventKind(name: string): name is EventKind {
  return schemas.has(name);
}

/**
 * Brings the payload of an event into the one shape that code knows.
 * `full` compares it with the whole schema. `light` looks only at what identifies a message and fills in the members
 * that may be missing, in place, since these are nearly all events there are; other kinds are compared in full.
 */
export function readEvent<Kind extends EventKind>(
  kind: Kind,
  payload: unknown,
  mode: 'full' | 'light',
): EventPayload<Kind> | Unreadable {
  if (mode === 'light' && (kind === 'MESSAGE_SEND' || kind === 'MESSAGE_UPDATED')) {
    return readMessageEvent(payload) as EventPayload<Kind> | Unreadable;
  }
  const read = (schemas.get(kind) as z.ZodType).safeParse(payload);
  return read.success ? (read.data as EventPayload<Kind>) : new Unreadable(firstProblem(read.error));
}

/** The first thing that is wrong, with its place, as a line for people. */
export function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return error.message;
  const place = issue.path.map(String).join('.');
  return place ? `${place}: ${issue.message}` : issue.message;
}

type Loose = Record<string, unknown>;

function readMessageEvent(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return new Unreadable('the payload is not an object');
  const event = payload as Loose;
  const problem = completeMessage(event['message']);
  if (problem !== undefined) return new Unreadable(`message.${problem}`);
  event['channelId'] ??= (event['message'] as Loose)['channelId'];
  event['channelType'] ??= 'text';
  event['teamId'] ??= null;
  if (typeof event['channelId'] !== 'string') return new Unreadable('channelId: is not a string');
  if (typeof (event['teamId'] ?? '') !== 'string') return new Unreadable('teamId: is not a string');
  return event;
}
