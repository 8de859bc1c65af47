import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Alternative, type Operation, operations, pathParameterNames } from '../src/index.js';
import { emittedBy } from './support/fixtures.js';

const all: readonly Operation[] = Object.values(operations);

function withoutNames({ method, path }: Alternative | Operation): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

test('there are 69 operations in the specification and 8 beside it', () => {
  expect(all.filter(({ inSpecification }) => inSpecification)).toHaveLength(69);
  const extras = all.filter(({ inSpecification }) => !inSpecification);
  expect(extras.map(({ id }) => id).sort()).toEqual([
    'deleteCustomStatus',
    'getAuditLogs',
    'leaveTeam',
    'listCategories',
    'listDirectMessages',
    'listMembers',
    'listTeams',
    'setCustomStatus',
  ]);
});

test('exactly the two extras that several clients agree about are supported', () => {
  const supported = all.filter(({ extra }) => extra?.standing === 'supported');
  expect(supported.map(({ id }) => id).sort()).toEqual(['listMembers', 'listTeams']);
});

test('the id of each operation is its key, and its name is its own', () => {
  expect(all.map(({ id }) => id)).toEqual(Object.keys(operations));
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test('no two calls share a method and a path, alternatives included', () => {
  const calls = all.flatMap((operation) => [operation, ...(operation.alternatives ?? [])]).map(withoutNames);
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test('a literal segment stands where another path has a parameter in two places only', () => {
  const paths = [
    ...new Set(all.flatMap(({ path, alternatives = [] }) => [path, ...alternatives.map((it) => it.path)])),
  ];
  const clashes = paths.flatMap((pattern) => {
    const matching = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/{}]+|{\\w+})')}$`);
    return paths.filter((path) => path !== pattern && matching.test(path)).map((path) => [path, pattern]);
  });
  expect(clashes).toEqual([
    ['/users/@me', '/users/{userId}'],
    ['/teams/{teamId}/applications/status', '/teams/{teamId}/applications/{applicationId}'],
  ]);
});

test('an operation with a body has one kind of body', () => {
  expect(all.filter(({ body, multipart }) => body && multipart)).toEqual([]);
  expect(all.filter(({ multipart }) => multipart).map(({ id }) => id)).toEqual([
    'createCustomReaction',
    'uploadAttachment',
  ]);
});

test('only webhooks are called without a bot', () => {
  const open = all.filter(({ auth }) => auth === 'webhook').map(({ id }) => id);
  expect(open).toEqual(['createMessageWithWebhook', 'webhookForGithub']);
});

test('a parameter that an alternative carries in the body is one of the path that it replaces', () => {
  const inBody = all.flatMap(({ path, alternatives = [] }) =>
    alternatives.flatMap(({ parametersInBody = [] }) => parametersInBody.map((name) => ({ name, path }))),
  );
  expect(inBody).not.toEqual([]);
  for (const { name, path } of inBody) expect(pathParameterNames(path)).toContain(name);
});

test('each kind of event is emitted by the operations that cause it', () => {
  for (const [kind, ids] of Object.entries(emittedBy)) {
    const ours = all.filter(({ emits }) => (emits as readonly string[] | undefined)?.includes(kind));
    expect({ kind, ids: ours.map(({ id }) => id).sort() }).toEqual({ kind, ids: [...ids].sort() });
  }
});

test('the members of an answer are known, also where it is read in several shapes', () => {
  expect(operations.getTeamChannels.answers).toEqual(['channels', 'categories']);
  expect(operations.getAnnouncements.answers).toEqual(['announcements']);
  expect(operations.deleteRole.answers).toEqual([]);
});

test('every call names its source', () => {
  const calls = all.flatMap((operation) => [operation, ...(operation.alternatives ?? [])]);
  expect(calls.filter(({ source }) => source.length === 0)).toEqual([]);
});

describe.each(all.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const { body, query, answer } = operation;

  test.each(['input', 'output'] as const)('can be written as JSON Schema, as %s', (io) => {
    for (const schema of [body, query, answer]) {
      if (schema) expect(z.toJSONSchema(schema, { io })).toHaveProperty('$schema');
    }
  });
});
