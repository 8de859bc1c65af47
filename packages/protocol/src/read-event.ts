import type { z } from 'zod';
import { type EventKind, type EventPayload, events } from './events.js';
import { readLightly } from './read-lightly.js';
import { firstProblem, Unreadable } from './unreadable.js';

const schemas: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(events));

/**
 * Brings the payload of an event into the one shape that code knows.
 * `full` compares it with the whole schema. `light` does so only where {@link readLightly} does not know the kind.
 */
export function readEvent<Kind extends EventKind>(
  kind: Kind,
  payload: unknown,
  mode: 'full' | 'light',
): EventPayload<Kind> | Unreadable {
  const light = mode === 'light' ? readLightly(kind, payload) : undefined;
  if (light !== undefined) return light;
  const read = (schemas.get(kind) as z.ZodType).safeParse(payload);
  return read.success ? (read.data as EventPayload<Kind>) : new Unreadable(firstProblem(read.error));
}
