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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads, beside the schema's own shape, whatever `toOneShape` brings to it. Callers still write the one shape, so the
 * input type stays the schema's.
 */
export function alsoReads<Schema extends z.ZodType>(
  schema: Schema,
  toOneShape: (wire: unknown) => unknown,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  return z.preprocess(toOneShape, schema) as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

/** A member that may be missing or null on the wire and then has a value of its own in code. */
export function orElse<Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) {
  return alsoReads(schema, (wire) => wire ?? fallback).default(fallback as never);
}

/** Moves a member from a name that some clients use to the right one, unless the right one is there. */
export function memberAlsoNamed(name: string, other: string): (wire: unknown) => unknown {
  return (wire) => {
    if (!isRecord(wire) || name in wire || !(other in wire)) return wire;
    const { [other]: value, ...rest } = wire;
    return { ...rest, [name]: value };
  };
}

/** The id of a thing that stands in full where its id is wanted. */
export function idOf(wire: unknown): unknown {
  return isRecord(wire) ? wire['id'] : wire;
}

function booleanFromText(wire: unknown): unknown {
  const text = z.stringbool().safeParse(wire);
  return text.success ? text.data : wire;
}

/** A boolean that query strings and some clients write as text. */
export function flag() {
  return alsoReads(z.boolean(), booleanFromText);
}

function toIsoTimestamp(wire: unknown): unknown {
  if (typeof wire !== 'string') return wire;
  const time = Date.parse(wire);
  return Number.isNaN(time) ? wire : new Date(time).toISOString();
}

/** ISO 8601 in UTC with milliseconds (stated). Other spellings of a valid moment are brought to this one. */
export const Timestamp = z.preprocess(toIsoTimestamp, z.iso.datetime({ precision: 3 }));
export type Timestamp = z.output<typeof Timestamp>;
