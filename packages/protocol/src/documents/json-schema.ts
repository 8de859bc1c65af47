import { z } from 'zod';
import type { Certainty, Source } from '../certainty.js';

/** How sure a member is, as documents write it. */
interface DocumentFacts {
  readonly 'x-certainty'?: Certainty;
  readonly 'x-source'?: readonly Source[];
  readonly 'x-reason'?: string;
}

/** The part of JSON Schema 2020-12 that the contract comes out as, with the facts of each member. */
export interface JsonSchema extends DocumentFacts {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly contentMediaType?: string;
}

type Io = 'input' | 'output';
type Converted = JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> };
type Rename = (name: string) => string;

const ownReference = '#/$defs/';
const sharedReference = '#/components/schemas/';

/** The name behind a reference to a shared schema. */
export function referencedName(reference: string): string {
  return reference.slice(sharedReference.length);
}

/** Makes JSON Schema of the contract's schemas and collects those that have a name, for a document to hold once. */
export class SharedSchemas {
  readonly #byName = new Map<string, JsonSchema>();

  /** What has been collected, in the order of the names. */
  get all(): Readonly<Record<string, JsonSchema>> {
    const byName = [...this.#byName].sort(([first], [second]) => (first < second ? -1 : 1));
    return Object.fromEntries(byName);
  }

  /** The shape that an answer or an event is read as, with every default filled in. */
  read(schema: z.ZodType): JsonSchema {
    const { $defs = {}, ...root } = convert(schema, 'output');
    return this.#settle(root, $defs, (name) => name);
  }

  /** The shape that a caller sends. A named schema that is read otherwise than it is sent gets a second name. */
  sent(schema: z.ZodType): JsonSchema {
    const { $defs = {}, ...root } = convert(schema, 'input');
    const { $defs: read = {} } = convert(schema, 'output');
    return this.#settle(root, $defs, (name) => (isSameScalar($defs[name], read[name]) ? name : `${name}Input`));
  }

  #settle(root: JsonSchema, named: Readonly<Record<string, JsonSchema>>, rename: Rename): JsonSchema {
    for (const [name, schema] of Object.entries(named)) this.#byName.set(rename(name), settle(schema, rename, {}));
    return settle(root, rename, {});
  }
}

/** Only what refers to nothing else is compared: what it refers to could differ. */
function isSameScalar(first: JsonSchema | undefined, second: JsonSchema | undefined): boolean {
  return first?.type === 'string' && JSON.stringify(first) === JSON.stringify(second);
}

function convert(schema: z.ZodType, io: Io): Converted {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      // zod leaves out what a member is read as where it is read in several shapes; it is of the one shape here.
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default = def.defaultValue as typeof jsonSchema.default;
    },
  });
  return converted as Converted;
}

/** Gives the facts the names of extensions and takes away what says nothing. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  for (const fact of ['certainty', 'source', 'reason']) {
    if (fact in schema) schema[`x-${fact}`] = schema[fact];
    delete schema[fact];
  }
  // Unknown members are always kept.
  if (schema.additionalProperties && Object.keys(schema.additionalProperties).length === 0) {
    delete schema.additionalProperties;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
}

function factsOf({ 'x-certainty': certainty, 'x-source': source, 'x-reason': reason }: JsonSchema): DocumentFacts {
  return {
    ...(certainty && { 'x-certainty': certainty }),
    ...(source && { 'x-source': source }),
    ...(reason !== undefined && { 'x-reason': reason }),
  };
}

/** Points references at the shared schemas, and gives a member without facts those of the member that holds it. */
function settle(schema: JsonSchema, rename: Rename, inherited: DocumentFacts): JsonSchema {
  const facts = schema['x-certainty'] ? factsOf(schema) : inherited;
  const below = (part: JsonSchema): JsonSchema => settle(part, rename, facts);
  const { $ref, properties, items, anyOf, additionalProperties, propertyNames } = schema;
  return {
    ...schema,
    ...($ref && { $ref: sharedReference + rename($ref.slice(ownReference.length)) }),
    ...(properties && { properties: settleMembers(properties, rename, facts) }),
    ...(items && { items: below(items) }),
    ...(anyOf && { anyOf: anyOf.map(below) }),
    ...(propertyNames && { propertyNames: below(propertyNames) }),
    ...(additionalProperties && { additionalProperties: below(additionalProperties) }),
  };
}

function settleMembers(
  members: Readonly<Record<string, JsonSchema>>,
  rename: Rename,
  facts: DocumentFacts,
): Readonly<Record<string, JsonSchema>> {
  const settled = Object.entries(members).map(([name, member]) => {
    const { 'x-certainty': certainty } = member;
    return [name, { ...settle(member, rename, facts), ...(certainty ? undefined : facts) }] as const;
  });
  return Object.fromEntries(settled);
}
