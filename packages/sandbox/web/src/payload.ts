/** A JSON Schema, reduced to what decides whether the page can show a value. An empty one takes anything. */
export interface PayloadSchema {
  /** The name of a definition to look at instead. */
  readonly ref?: string;
  readonly anyOf?: readonly PayloadSchema[];
  /** `time` is a string that names a moment. */
  readonly type?: 'string' | 'time' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';
  readonly members?: Readonly<Record<string, PayloadSchema>>;
  readonly required?: readonly string[];
  /** Of members that have no schema of their own. */
  readonly others?: PayloadSchema;
  readonly items?: PayloadSchema;
}

export interface PayloadSchemas {
  /** By kind of frame. */
  readonly payloads: Readonly<Record<string, PayloadSchema>>;
  readonly definitions: Readonly<Record<string, PayloadSchema>>;
}

/**
 * What keeps the page from showing a frame's payload: the first member that is missing or of another type.
 * `undefined` when nothing does, also for kinds that the contract does not have, which the page never reads.
 */
export function payloadProblem(kind: string, payload: unknown, schemas: PayloadSchemas): string | undefined {
  if (!Object.hasOwn(schemas.payloads, kind)) return undefined;
  return problemOf(payload, schemas.payloads[kind] ?? {}, 'd', schemas);
}

function problemOf(value: unknown, schema: PayloadSchema, place: string, schemas: PayloadSchemas): string | undefined {
  const { ref, anyOf, type } = schema;
  if (ref !== undefined) return problemOf(value, schemas.definitions[ref] ?? {}, place, schemas);
  if (anyOf) return problemWithEach(value, anyOf, place, schemas);
  if (type !== undefined && !isOfType(value, type)) return `${place} is ${wordFor(value)} where ${type} is wanted`;
  if (Array.isArray(value)) return problemInside(value.entries(), () => schema.items, place, schemas);
  if (typeof value !== 'object' || value === null) return undefined;
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${place}.${missing} is missing`;
  return problemInside(Object.entries(value), (name) => memberSchema(schema, String(name)), place, schemas);
}

/** Of several schemas the first speaks for all: the others are the exceptions, such as null. */
function problemWithEach(value: unknown, anyOf: readonly PayloadSchema[], place: string, schemas: PayloadSchemas) {
  const problems = anyOf.map((schema) => problemOf(value, schema, place, schemas));
  return problems.includes(undefined) ? undefined : problems[0];
}

function problemInside(
  entries: Iterable<readonly [string | number, unknown]>,
  schemaOf: (key: string | number) => PayloadSchema | undefined,
  place: string,
  schemas: PayloadSchemas,
): string | undefined {
  for (const [key, value] of entries) {
    const schema = schemaOf(key);
    const problem = schema && problemOf(value, schema, `${place}.${key}`, schemas);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function memberSchema({ members = {}, others }: PayloadSchema, name: string): PayloadSchema | undefined {
  return Object.hasOwn(members, name) ? members[name] : others;
}

function isOfType(value: unknown, type: NonNullable<PayloadSchema['type']>): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    default:
      return typeof value === type;
  }
}

function wordFor(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'array' : typeof value;
}
