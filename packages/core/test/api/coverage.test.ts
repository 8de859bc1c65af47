import {
  apiPrefix,
  type BodyOf,
  type Operation,
  type OperationId,
  type Operations,
  operations,
  pathParameterNames,
} from '@botwright/protocol';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryOf } from '../../../protocol/test/support/arbitrary.js';
import { type Client, coverage, WebhookClient } from '../../src/index.js';
import { callOf, png } from '../support/calls.js';
import { clientOf, token } from '../support/client.js';
import { formOf } from '../support/form.js';
import { type ReceivedRequest, Service } from '../support/service.js';

/** Where a method sends another body than the one whose members it was given. */
const sentBodies: { readonly [Id in OperationId]?: (body: BodyOf<Operations[Id]>) => unknown } = {
  banUser: ({ reason }) => ({ reason: reason ?? undefined }),
  updateTodoItem: ({ content = 'tea' }) => ({ content }),
  createAnnouncement: ({ tagEveryone = false, ...draft }) => ({ ...draft, tagEveryone }),
};

const parameter = fc.string({ minLength: 1, maxLength: 16 }).filter((text) => text !== '.' && text !== '..');

function parametersOf({ path }: Operation): Arbitrary<Record<string, string>> {
  const members = Object.fromEntries(pathParameterNames(path).map((name) => [name, parameter]));
  return fc.record(members, { noNullPrototype: true });
}

function bodyOf({ body: schema }: Operation): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  return arbitraryOf(schema).filter((body) => schema.safeParse(body).success);
}

/** Without the members that the generator adds to show that unknown ones survive: methods with plain arguments take none. */
function withoutStrangers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutStrangers);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([name]) => name !== 'futureMember' && name !== 'another');
  return Object.fromEntries(known.map(([name, member]) => [name, withoutStrangers(member)]));
}

/** As JSON carries it. */
function carried(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function expectedPath({ path }: Operation, params: Readonly<Record<string, string>>): string {
  return apiPrefix + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function expectHead(request: ReceivedRequest | undefined, operation: Operation, params: Record<string, string>): void {
  const { pathname } = new URL(request?.path ?? '', 'http://service');
  expect([request?.method, pathname]).toEqual([operation.method, expectedPath(operation, params)]);
  expect(request?.headers.authorization).toBe(operation.auth === 'bot' ? `Bot ${token}` : undefined);
  const type = operation.multipart ? /^multipart\/form-data; boundary=\S+$/ : /^application\/json$/;
  expect(request?.headers['content-type']).toMatch(type);
}

async function expectContent(request: ReceivedRequest, operation: Operation, query: unknown, body: unknown) {
  const received = Object.fromEntries(new URL(request.path, 'http://service').searchParams);
  if (operation.query) expect(operation.query.parse(received)).toEqual(operation.query.parse(query));
  else expect(received).toEqual({});
  if (operation.multipart) {
    expect([...(await formOf(request)).keys()].sort()).toEqual(Object.keys(operation.multipart.parts).sort());
  } else {
    expect(request.body === '' ? undefined : sentBody(request, body)).toEqual(carried(body));
  }
}

/** The body that came, without the nonce that the client adds where the caller gave none. */
function sentBody(request: ReceivedRequest, given: unknown): unknown {
  const { nonce, ...sent } = JSON.parse(request.body);
  const isGiven = typeof given === 'object' && given !== null && 'nonce' in given && given.nonce !== undefined;
  return Array.isArray(given) ? JSON.parse(request.body) : isGiven ? { nonce, ...sent } : sent;
}

type Answer = Readonly<Record<string, unknown>>;

/** Where a method gives something else than the one member of the answer. */
const results: { readonly [Id in OperationId]?: (answer: Answer) => unknown } = {
  getTeamChannels: ({ channels, categories }) => ({ channels, categories }),
  getChannelMessages: ({ messages }) => messages,
  getBlogPosts: ({ blogs }) => blogs,
  getAuditLogs: (answer) => answer,
  updateVoiceMetadata: () => undefined,
  updateTeamApplicationQuestions: () => undefined,
  uploadAttachment: ({ url }) => ({ url, name: 'file', fileSizeBytes: png.size }),
};

function expectedResult(id: OperationId, answer: Answer): unknown {
  const [member] = operations[id].answers;
  const choose = results[id] ?? ((whole: Answer) => (member === undefined ? undefined : whole[member]));
  return choose(carried(answer) as Answer);
}

const ids = Object.keys(operations) as OperationId[];

describe('the method of', () => {
  test.each(ids)('%s sends what the contract says, and gives what the answer holds', async (id) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'full' });
    const operation: Operation = operations[id];
    const queries = operation.query ? arbitraryOf(operation.query) : fc.constant({});
    const answers = arbitraryOf(operation.answer) as Arbitrary<Answer>;
    const property = fc.asyncProperty(
      fc.record({ params: parametersOf(operation), query: queries, body: bodyOf(operation), answer: answers }),
      async ({ params, query, body, answer }) => {
        service.requests.length = 0;
        service.respond = () => ({ body: answer });
        const given = { params, query: withoutStrangers(query), body: withoutStrangers(body) };
        const result = await callOf(id)(client.api, given, service.url);
        expect(service.requests).toHaveLength(1);
        const [request] = service.requests as [ReceivedRequest];
        expectHead(request, operation, params);
        const sent = sentBodies[id] as ((body: unknown) => unknown) | undefined;
        await expectContent(request, operation, given.query, sent ? sent(given.body) : given.body);
        expect(result).toEqual(expectedResult(id, answer));
      },
    );
    await fc.assert(property, { numRuns: 10 });
  });

  test('each operation is there', async () => {
    await using client = clientOf({ url: 'http://127.0.0.1:1' });
    for (const method of Object.values(coverage)) {
      const [resource, name] = method.split('.') as [keyof Client['api'] | 'WebhookClient', string];
      const owner = resource === 'WebhookClient' ? WebhookClient.prototype : client.api[resource];
      expect(owner).toHaveProperty(name, expect.any(Function));
    }
  });
});

describe('a body that the contract allows', () => {
  const withBody = ids.filter((id) => (operations[id] as Operation).body);
  test.each(withBody)('arrives as it was given: %s', async (id) => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'full' });
    // Whatever the answer is, the body has arrived.
    service.respond = () => ({ status: 400 });
    const operation: Operation = operations[id];
    const property = fc.asyncProperty(parametersOf(operation), bodyOf(operation), async (params, body) => {
      service.requests.length = 0;
      await Promise.allSettled([client.rest.call(operation, { params, body } as never)]);
      expect(service.requests.map((request) => sentBody(request, body))).toEqual([carried(body)]);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
