import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from '../src/index.js';
import {
  asyncApiDocument,
  type ContractReference,
  contractReference,
  eventKinds,
  type Operation,
  openApiDocument,
  operations,
} from '../src/index.js';

const all: readonly Operation[] = Object.values(operations);
const reference: ContractReference = contractReference();
const referenceOf = new Map(
  reference.sections.flatMap((section) => section.operations).map((entry) => [entry.operation.id, entry]),
);

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: Schema[];
  readonly additionalProperties?: Schema;
  readonly 'x-certainty'?: string;
}

function schemasOf(document: object): Record<string, Schema> {
  return (document as { components: { schemas: Record<string, Schema> } }).components.schemas;
}

/** The ways to members that do not say how sure they are. */
function unsureMembers(schema: Schema, place: string): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const inner = [items, additionalProperties, ...anyOf].filter((part) => part !== undefined);
  return [
    ...inner.flatMap((part) => unsureMembers(part, place)),
    ...Object.entries(properties).flatMap(([name, member]) => {
      const way = `${place}.${name}`;
      return [...(member['x-certainty'] ? [] : [way]), ...unsureMembers(member, way)];
    }),
  ];
}

/** Every `$ref` in a document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

function isThere(document: unknown, pointer: string): boolean {
  const steps = pointer.replace('#/', '').split('/');
  return (
    steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document) !== undefined
  );
}

const documents: [string, () => object][] = [
  ['OpenAPI', openApiDocument],
  ['AsyncAPI', asyncApiDocument],
];

describe.each(documents)('the %s document', (_name, make) => {
  test('is plain JSON and the same each time', () => {
    const document = make();
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(make())).toBe(JSON.stringify(document));
  });

  test('refers only to what it holds', () => {
    const document = make();
    const references = referencesIn(document);
    expect(references).not.toEqual([]);
    expect(references.filter((pointer) => !isThere(document, pointer))).toEqual([]);
  });

  test('says of every member of every resource how sure it is', () => {
    const unsure = Object.entries(schemasOf(make())).flatMap(([name, schema]) => unsureMembers(schema, name));
    expect(unsure).toEqual([]);
  });

  test('writes facts as extensions, beside the words of JSON Schema', () => {
    const text = JSON.stringify(schemasOf(make()));
    expect(text).toContain('"x-certainty":"stated"');
    expect(text).not.toMatch(/"certainty":"|"source":\[|\$defs/);
  });
});

test('the OpenAPI document has every resource that has a name', () => {
  const named = Object.values(contract).flatMap((value) => {
    const { id } = value instanceof z.ZodType ? (value.meta() ?? {}) : {};
    return id === undefined ? [] : [id];
  });
  expect(named).toContain('Webhook');
  expect(Object.keys(schemasOf(openApiDocument()))).toEqual(expect.arrayContaining(named));
});

test('the OpenAPI document has every operation, with its certainty, its source and its alternatives', () => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, Record<string, unknown>>> };
  for (const { id, method, path, certainty, source, alternatives } of all) {
    expect(paths[path]?.[method.toLowerCase()]).toMatchObject({
      operationId: id,
      'x-certainty': certainty,
      'x-source': source,
      ...(alternatives && { 'x-alternatives': alternatives }),
    });
  }
  expect(Object.values(paths).flatMap((item) => Object.keys(item))).toHaveLength(all.length);
});

test('a body is described as it is sent, an answer as it is read', () => {
  const { EmbedInput, Embed, Message } = schemasOf(openApiDocument());
  expect(EmbedInput?.properties).toHaveProperty('image.anyOf.0.properties.url.default', null);
  expect(EmbedInput).not.toHaveProperty('properties.image.anyOf.0.required');
  expect(Embed).toHaveProperty('properties.image.anyOf.0.required', ['url']);
  expect(Message).toHaveProperty('properties.createdBy.$ref', '#/components/schemas/User');
});

test('a member without facts has those of the member that holds it', () => {
  const { Channel } = schemasOf(openApiDocument());
  expect(Channel).toHaveProperty('properties.permissions.properties.role.additionalProperties.properties.allow', {
    type: 'integer',
    minimum: 0,
    default: 0,
    'x-certainty': 'observed',
    'x-source': ['client:ts', 'client:py', 'client:teamlify'],
  });
});

test('the AsyncAPI document has every kind of event, the other frames, and the close codes', () => {
  const { channels, operations: directions } = asyncApiDocument() as {
    channels: { gateway: { messages: object; 'x-close-codes': object[] } };
    operations: Record<'receive' | 'send', { messages: object[] }>;
  };
  const sent = ['client.HEARTBEAT', 'client.PRESENCE_UPDATE', 'client.CHANNEL_TYPING'];
  const received = ['READY', 'HEARTBEAT_ACK', ...eventKinds.map(({ kind }) => kind)];
  expect(Object.keys(channels.gateway.messages).sort()).toEqual([...received, ...sent].sort());
  expect(directions.receive.messages).toHaveLength(received.length);
  expect(directions.send.messages).toHaveLength(sent.length);
  expect(channels.gateway['x-close-codes'].map((facts) => Object.values(facts)[0])).toEqual([4000, 4001, 4002, 4003]);
});

describe('the reference', () => {
  test('has every operation, kind of event and resource', () => {
    expect([...referenceOf.keys()]).toEqual(all.map(({ id }) => id));
    expect(reference.events.map(({ kind }) => kind)).toEqual(eventKinds.map(({ kind }) => kind));
    expect(reference.resources.map(({ name }) => name)).toEqual(
      Object.entries(schemasOf(openApiDocument())).flatMap(([name, { properties }]) =>
        properties && name !== 'Refusal' ? [name] : [],
      ),
    );
  });

  test('writes members with the way to them, what they hold and what they read as when missing', () => {
    const body = referenceOf.get('createChannelMessage')?.groups.find(({ name }) => name === 'Body')?.members;
    expect(body).toContainEqual({
      name: 'attachments[].url',
      type: 'URL',
      required: true,
      certainty: 'observed',
      source: ['client:py', 'client:teamlify'],
    });
    expect(body?.[0]).toMatchObject({ name: 'content', type: 'string (at most 2000 characters) or null' });
    const query = referenceOf.get('getVoiceCredentials')?.groups[0];
    expect(query?.name).toBe('Query');
    expect(query?.members[0]).toMatchObject({ name: 'isMuted', type: 'boolean', required: false, fallback: 'false' });
  });

  test('writes a body that is a list as that', () => {
    const [body] = referenceOf.get('updateRolePriorities')?.groups ?? [];
    expect(body?.members).toMatchObject([{ name: '', type: 'list of RoleId', certainty: 'observed' }]);
  });

  const withBody = all.filter(({ body }) => body !== undefined);
  test.each(withBody.map((operation) => [operation.id, operation] as const))(
    'has an example for %s',
    (id, { body }) => {
      const example = referenceOf.get(id)?.exampleBody;
      expect(body?.safeParse(example)).toMatchObject({ success: true });
    },
  );
});
