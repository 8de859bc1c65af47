import { type JsonSchema, referencedName } from './json-schema.js';

const exampleId = '0f1e2d3c4b5a6978';
const textByFormat: Readonly<Record<string, string>> = {
  uri: 'https://example.com/picture.png',
  'date-time': '2025-08-01T10:15:30.250Z',
};

/** A small value of a schema that a caller sends: the members that must be there, or the first one. */
export function exampleOf(schema: JsonSchema): unknown {
  const { $ref, enum: values, anyOf, items, properties } = schema;
  if ($ref) return referencedName($ref).endsWith('Id') ? exampleId : {};
  if (values) return values[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (items) return [exampleOf(items)];
  if (properties) return exampleObject(properties, schema.required ?? []);
  return exampleScalar(schema);
}

function exampleObject(members: Readonly<Record<string, JsonSchema>>, required: readonly string[]): object {
  const all = Object.entries(members);
  const needed = all.filter(([name]) => required.includes(name));
  const shown = needed.length > 0 ? needed : all.slice(0, 1);
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member)]));
}

function exampleScalar({ type, format = '', minimum = 1 }: JsonSchema): unknown {
  const first = typeof type === 'string' || type === undefined ? type : type[0];
  if (first === 'integer') return Math.max(1, minimum);
  if (first === 'boolean') return true;
  return first === 'string' ? (textByFormat[format] ?? 'text') : {};
}
