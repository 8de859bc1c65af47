import type { z } from 'zod';
import { inferred } from '../certainty.js';
import { TeamId } from '../ids.js';
import { alsoReads, isRecord, memberAlsoNamed, orNull } from '../wire.js';

/** The team of an event that no source shows with one. */
export const teamIdIfNamed = inferred(orNull(TeamId), 'neighbouring events carry it');

/** One client reads the person under `user`, another under `member`; code finds it under `user`. */
export function underUser<Schema extends z.ZodType>(payload: Schema) {
  return alsoReads(payload, memberAlsoNamed('user', 'member'));
}

/** Takes the team from the payload's resource where the payload itself does not name it. */
export function teamIdFrom<Schema extends z.ZodType>(member: string, payload: Schema) {
  return alsoReads(payload, (wire) => {
    if (!isRecord(wire) || typeof wire['teamId'] === 'string') return wire;
    const holder = wire[member];
    return isRecord(holder) ? { ...wire, teamId: holder['teamId'] } : wire;
  });
}
