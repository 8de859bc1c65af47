import { z } from 'zod';

/**
 * A member that may be missing or null on the wire and is never undefined in code.
 * Sources disagree about "optional" and "nullable" nearly everywhere, so both are taken.
 */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null as never);
}

/** A list that may be missing or null on the wire and is an array in code. */
export function list<Schema extends z.ZodType>(item: Schema) {
  return z.preprocess((wire) => wire ?? [], z.array(item));
}

/**
 * An object of the service. Unknown members are kept: the service may grow, and a stored value must survive the way
 * through us.
 */
export const resource = z.looseObject;

function toIsoTimestamp(wire: unknown): unknown {
  if (typeof wire !== 'string') return wire;
  const time = Date.parse(wire);
  return Number.isNaN(time) ? wire : new Date(time).toISOString();
}

/** ISO 8601 in UTC with milliseconds (stated). Other spellings of a valid moment are brought to this one. */
export const Timestamp = z.preprocess(toIsoTimestamp, z.iso.datetime({ precision: 3 }));
export type Timestamp = z.output<typeof Timestamp>;
