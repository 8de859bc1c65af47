import { limits } from '../limits.js';
import { operations } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import { permissionSets } from '../permissions.js';
import { Webhook } from '../resources/webhook.js';
import { apiPrefix, publicOrigin } from '../service.js';
import { aboutCertainty, title, version } from './info.js';
import { type JsonSchema, SharedSchemas } from './json-schema.js';
import { operationSchemas } from './operation-schemas.js';
import { refusal, refusalResponses, refusalsOf } from './refusals.js';

/** A document as JSON writes it. */
export type JsonDocument = Readonly<Record<string, unknown>>;

const all: readonly Operation[] = Object.values(operations);

/** The HTTP side of the contract as an OpenAPI 3.1 document: the same at every call. */
export function openApiDocument(): JsonDocument {
  const shared = new SharedSchemas();
  const paths = pathsOf(shared);
  // No operation returns one, so nothing refers to it.
  shared.read(Webhook);
  return {
    openapi: '3.1.1',
    info: { title: `${title}: HTTP`, version, description: aboutCertainty },
    servers: [
      { url: publicOrigin + apiPrefix, description: 'The public service' },
      { url: apiPrefix, description: 'Where this document is served from, as a sandbox does' },
    ],
    tags: [...new Set(all.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...shared.all, Refusal: refusal },
      responses: refusalResponses(),
      securitySchemes: {
        bot: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Bot`, a space, and the token' },
      },
    },
    'x-limits': limits,
    'x-permissions': permissionSets,
  };
}

function pathsOf(shared: SharedSchemas): JsonDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of all) {
    const item = paths[operation.path] ?? {};
    paths[operation.path] = item;
    item[operation.method.toLowerCase()] = operationObject(operation, shared);
  }
  return paths;
}

function operationObject(operation: Operation, shared: SharedSchemas): object {
  const { path, query, body, parts, answer } = operationSchemas(operation, shared);
  const sent = bodyContent(operation, body, parts);
  return {
    operationId: operation.id,
    summary: operation.name,
    tags: [operation.group],
    security: operation.auth === 'bot' ? [{ bot: [] }] : [],
    parameters: [...parametersOf('path', path), ...parametersOf('query', query)],
    ...(sent && { requestBody: sent }),
    responses: {
      200: { description: 'Served.', content: { 'application/json': { schema: withSuccess(answer) } } },
      ...refusalsOf(operation),
    },
    ...operationFacts(operation),
  };
}

function operationFacts({ certainty, source, needs, emits, limits: held, ...operation }: Operation): object {
  return {
    'x-certainty': certainty,
    'x-source': source,
    'x-in-specification': operation.inSpecification,
    ...(operation.extra && { 'x-extra': operation.extra }),
    ...(needs && { 'x-needs-one-of': needs }),
    ...(emits && { 'x-emits': emits }),
    ...(held && { 'x-limits': held }),
    ...(operation.alternatives && { 'x-alternatives': operation.alternatives }),
  };
}

function parametersOf(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema = {}): object[] {
  return Object.entries(properties).map(([name, member]) => {
    const { 'x-certainty': certainty, 'x-source': source, 'x-reason': reason, ...schema } = member;
    return {
      name,
      in: place,
      required: required.includes(name),
      schema,
      'x-certainty': certainty,
      'x-source': source,
      ...(reason !== undefined && { 'x-reason': reason }),
    };
  });
}

function bodyContent(
  operation: Operation,
  body: JsonSchema | undefined,
  parts: JsonSchema | undefined,
): object | undefined {
  if (parts) {
    const { jsonPart } = operation.multipart ?? {};
    const content = { 'multipart/form-data': { schema: parts } };
    return { required: true, content, ...(jsonPart !== undefined && { 'x-json-part': jsonPart }) };
  }
  if (!body) return undefined;
  return { required: !operation.body?.safeParse({}).success, content: { 'application/json': { schema: body } } };
}

const success: JsonSchema = { const: true, 'x-certainty': 'stated', 'x-source': ['seed'] };

function withSuccess(answer: JsonSchema): JsonSchema {
  return {
    ...answer,
    properties: { success, ...answer.properties },
    required: ['success', ...(answer.required ?? [])],
  };
}
