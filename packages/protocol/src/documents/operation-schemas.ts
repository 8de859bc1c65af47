import type { Multipart, Part } from '../operations/multipart.js';
import { type Operation, pathParameterNames } from '../operations/operation.js';
import type { JsonSchema, SharedSchemas } from './json-schema.js';
import { pathParameter } from './parameters.js';

/** What goes over the wire with one operation, each an object with members but for a body that is a list. */
export interface OperationSchemas {
  readonly path: JsonSchema;
  readonly query: JsonSchema | undefined;
  readonly body: JsonSchema | undefined;
  readonly parts: JsonSchema | undefined;
  /** Without `success`, which every answer has. */
  readonly answer: JsonSchema;
}

/** The schemas of an operation, those with a name left to `shared`. */
export function operationSchemas(operation: Operation, shared: SharedSchemas): OperationSchemas {
  const { query, body, multipart, answer } = operation;
  return {
    path: pathSchema(operation, shared),
    query: query && shared.sent(query),
    body: body && shared.sent(body),
    parts: multipart && partsSchemaOf(multipart, shared),
    answer: shared.read(answer),
  };
}

function pathSchema({ path, certainty, source }: Operation, shared: SharedSchemas): JsonSchema {
  const names = pathParameterNames(path);
  const facts = { 'x-certainty': certainty.path, 'x-source': source };
  const members = names.map((name) => [name, { ...shared.sent(pathParameter(name)), ...facts }] as const);
  return { type: 'object', properties: Object.fromEntries(members), required: names };
}

function partsSchemaOf({ parts }: Multipart, shared: SharedSchemas): JsonSchema {
  const entries = Object.entries(parts);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, part]) => [name, partSchema(part, shared)])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
  };
}

function partSchema({ value, alsoNamed, certainty, source }: Part, shared: SharedSchemas): JsonSchema {
  const content: JsonSchema = value === 'file' ? { contentMediaType: 'application/octet-stream' } : shared.sent(value);
  return {
    ...content,
    ...(alsoNamed && { 'x-also-named': alsoNamed }),
    'x-certainty': certainty,
    'x-source': source,
  };
}
