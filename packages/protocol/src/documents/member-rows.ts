import type { Certainty, Source } from '../certainty.js';
import { type JsonSchema, referencedName } from './json-schema.js';

/** One member of a body, an answer or a resource, as reference pages show it. */
export interface MemberRow {
  /** The way to the member, as in `embeds[].title`; empty for a list that is the whole body. */
  readonly name: string;
  /** What it holds, in words, with the names of resources. */
  readonly type: string;
  readonly required: boolean;
  /** What it reads as when it is missing; JSON. */
  readonly fallback?: string;
  readonly certainty: Certainty;
  readonly source: readonly Source[];
  readonly reason?: string;
}

/** The members of a schema, those of unnamed objects within it included. */
export function memberRows(schema: JsonSchema): MemberRow[] {
  if (schema.type === 'array') return [row('', schema, true), ...rowsWithin('', schema)];
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => [
    row(name, member, required.includes(name)),
    ...rowsWithin(name, member),
  ]);
}

function row(name: string, member: JsonSchema, required: boolean): MemberRow {
  const { 'x-certainty': certainty = 'inferred', 'x-source': source = [], 'x-reason': reason } = member;
  const hasDefault = 'default' in member;
  return {
    name,
    type: typeInWords(member),
    required: required && !hasDefault,
    ...(hasDefault && { fallback: JSON.stringify(member.default) }),
    certainty,
    source,
    ...(reason !== undefined && { reason }),
  };
}

function rowsWithin(name: string, { properties, items, anyOf = [], additionalProperties }: JsonSchema): MemberRow[] {
  const below = (prefix: string, part: JsonSchema): MemberRow[] => {
    const inner = part.properties ? memberRows(part) : rowsWithin('', part);
    return inner.map((member) => ({ ...member, name: joined(prefix, member.name) }));
  };
  return [
    ...(properties && name !== '' ? below(name, { properties }) : []),
    ...(items ? below(`${name}[]`, items) : []),
    ...(additionalProperties ? below(`${name}.*`, additionalProperties) : []),
    ...anyOf.flatMap((part) => below(name, part)),
  ];
}

function joined(prefix: string, name: string): string {
  if (prefix === '' || name === '') return prefix + name;
  return name.startsWith('[]') ? prefix + name : `${prefix}.${name}`;
}

const wordsByFormat: Readonly<Record<string, string>> = { 'date-time': 'timestamp', uri: 'URL' };

function typeInWords(schema: JsonSchema): string {
  const { $ref, anyOf, enum: values, items, additionalProperties, contentMediaType } = schema;
  if ($ref) return referencedName($ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf) return anyOf.map(typeInWords).join(' or ');
  if (contentMediaType) return 'file';
  if (items) return `list of ${typeInWords(items)}${boundsInWords(schema)}`;
  if (additionalProperties) return `map of ${typeInWords(additionalProperties)}`;
  return scalarInWords(schema);
}

function scalarInWords(schema: JsonSchema): string {
  const { type = 'anything', format } = schema;
  const names = typeof type === 'string' ? [type] : type;
  const words = names.map((name) => (name === 'string' && format ? (wordsByFormat[format] ?? name) : name));
  return words.join(' or ') + boundsInWords(schema);
}

function boundsInWords(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' character'),
    range(minItems, maxItems, ' entry'),
  ].join('');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` (at least ${least}${plural(unit, least)})`;
  const bound = least === undefined ? `at most ${most}` : `${least} to ${most}`;
  return ` (${bound}${plural(unit, most)})`;
}

function plural(unit: string, count: number | undefined): string {
  if (unit === '' || count === 1) return unit;
  return unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}
