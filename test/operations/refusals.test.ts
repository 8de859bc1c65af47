import { type Operation, type OperationId, operations, pathParameterNames } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { grantNothing } from '../../packages/sandbox/test/support/rights.js';
import type { Scene } from '../../packages/sandbox/test/support/samples.js';
import { Attempt, expectRefusal } from './support/attempt.js';
import { bodyBeyond, memberBounds, schemaBounds } from './support/bounds.js';
import { without } from './support/mutations.js';

const all: readonly Operation[] = Object.values(operations);
const idsOf = (these: readonly Operation[]) => these.map(({ id }) => id as OperationId);
const operationOf = (id: OperationId): Operation => operations[id];

const badInput = { status: 400, code: /^BAD_INPUT$/ };

describe('the client gives a typed error where the service knows not', () => {
  test.each(idsOf(all.filter(({ auth }) => auth === 'bot')))('the token: %s', async (id) => {
    await using attempt = await Attempt.of(id, { token: 'tly_0123456789abcdef.aaaaaaaa.bbbbbbbbbbbbbbbb.ccc' });
    await expectRefusal(attempt.method(), id, { status: 401, code: /^UNAUTHORIZED$/ });
  });

  // Any emoji may stand for itself, so that none is unknown.
  const named = all.flatMap(({ id, path }) =>
    pathParameterNames(path).map((name) => [name, id as OperationId] as const),
  );
  test.each(named.filter(([name]) => name !== 'emojiId'))('the %s: %s', async (name, id) => {
    await using attempt = await Attempt.of(id);
    const params = { ...attempt.input.params, [name]: 'f00dfeedf00dfeed' };
    await expectRefusal(attempt.method({ params }), id, { status: 404, code: /^UNKNOWN_(?!ROUTE)/ });
  });
});

/** Leaves the bot with what every member may do in a team, and not even that in the channel of a call. */
async function takeRights(scene: Scene, params: Readonly<Record<string, string>>, keepsView: boolean): Promise<void> {
  const { ada, description } = scene;
  const teamId = description.team.id;
  const { body } = await ada.call('getTeamRoles', { params: { teamId } });
  const roleId = (body['roles'] as { id: string; name: string }[]).find(({ name }) => name === 'bot')?.id ?? '';
  await ada.call('updateRole', { params: { teamId, roleId }, body: { permissions: 0 } });
  const { channelId } = params;
  if (channelId === undefined) return;
  await ada.call('updateChannelRolePermissions', {
    params: { teamId, channelId, roleId },
    body: { allow: 0, deny: 0 },
  });
  await grantNothing(scene, params, keepsView);
}

describe('the client gives a typed error to a bot without any of the rights', () => {
  test.each(idsOf(all.filter(({ needs = [] }) => needs.length > 0)))('that %s needs, and names them', async (id) => {
    await using attempt = await Attempt.of(id);
    const { needs = [] } = operationOf(id);
    await takeRights(attempt.scene, attempt.input.params ?? {}, !needs.includes('channel:VIEW_CHANNEL'));
    const message = await expectRefusal(attempt.method(), id, { status: 403, code: /^MISSING_PERMISSION$/ });
    for (const right of needs) {
      expect(message).toContain(right === 'author' ? 'to be the author' : right.split(':')[1]);
    }
  });
});

describe('a body without a member that the contract requires', () => {
  const demanding = all.filter(({ body }) => body?.safeParse({}).success === false && !body.safeParse([]).success);

  /** Each body that lacks one of them. */
  function incomplete({ id, input }: Attempt): [string, unknown][] {
    const names = Object.keys(input.body as object);
    const bodies = names.map((name): [string, unknown] => [name, without(input.body, [name])]);
    return bodies.filter(([, body]) => operationOf(id).body?.safeParse(body).success === false);
  }

  test.each(idsOf(demanding))(
    'of %s is refused by the service, which names it, when validation is light',
    async (id) => {
      await using attempt = await Attempt.of(id, { validate: 'light' });
      const bodies = incomplete(attempt);
      expect(bodies).not.toEqual([]);
      for (const [name, body] of bodies) {
        expect(await expectRefusal(attempt.withContent({ body }), id, badInput)).toMatch(new RegExp(`^${name} `));
      }
    },
  );

  test.each(idsOf(demanding))('of %s never leaves the client when validation is full', async (id) => {
    await using attempt = await Attempt.of(id, { validate: 'full' });
    const before = await attempt.callsSeen();
    for (const [name, body] of incomplete(attempt)) {
      const refusal = { code: 'BODY_INVALID', operation: id, part: 'body', problem: expect.stringContaining(name) };
      await expect(attempt.withContent({ body })).rejects.toMatchObject(refusal);
    }
    expect(await attempt.callsSeen()).toBe(before);
  });
});

describe('a form without a part that the contract requires', () => {
  const parts = all.flatMap(({ id, multipart }) =>
    Object.entries(multipart?.parts ?? {}).map(([name, { value }]) => ({ id: id as OperationId, name, value })),
  );
  const partsBut = (id: OperationId, without: string) =>
    Object.fromEntries(
      parts
        .filter((part) => part.id === id && part.name !== without)
        .map(({ name, value }) => [
          name,
          value === 'file' ? { source: Buffer.from('x'), name: 'x', type: 'image/png' } : 'x',
        ]),
    );

  test.each(parts)('$id without $name is refused by the service when validation is light', async ({ id, name }) => {
    await using attempt = await Attempt.of(id, { validate: 'light' });
    const sent = attempt.withContent({ parts: partsBut(id, name) });
    expect(await expectRefusal(sent, id, badInput)).toMatch(new RegExp(`^${name} `));
  });

  test.each(parts)('$id without $name never leaves the client when validation is full', async ({ id, name }) => {
    await using attempt = await Attempt.of(id, { validate: 'full' });
    const before = await attempt.callsSeen();
    const refusal = { code: 'BODY_INVALID', operation: id, part: 'body', problem: expect.stringContaining(name) };
    await expect(attempt.withContent({ parts: partsBut(id, name) })).rejects.toMatchObject(refusal);
    expect(await attempt.callsSeen()).toBe(before);
  });
});

describe('a body beyond a limit', () => {
  const stated = all.flatMap((operation) =>
    schemaBounds(operation).map((bound) => ({ operation, id: operation.id as OperationId, bound })),
  );
  const observed = all
    .flatMap((operation) =>
      memberBounds(operation).map((bound) => ({ operation, id: operation.id as OperationId, bound })),
    )
    // Where the schema sets a limit too, the client is the first to refuse.
    .filter(({ operation, bound }) => operation.body?.safeParse(bodyBeyond(operation, bound)).success);

  test.each(stated)(
    'of $bound.rule for $bound.member in $id is refused by the service',
    async ({ operation, id, bound }) => {
      await using attempt = await Attempt.of(id, { validate: 'light' });
      const sent = attempt.withContent({ body: bodyBeyond(operation, bound) });
      expect(await expectRefusal(sent, id, badInput)).toContain(`${bound.member} must be at `);
    },
  );

  test.each(stated)(
    'of $bound.rule for $bound.member in $id never leaves the client when validation is full',
    async ({ operation, id, bound }) => {
      await using attempt = await Attempt.of(id, { validate: 'full' });
      const before = await attempt.callsSeen();
      const refusal = {
        code: 'BODY_INVALID',
        operation: id,
        part: 'body',
        problem: expect.stringContaining(bound.member),
      };
      await expect(attempt.withContent({ body: bodyBeyond(operation, bound) })).rejects.toMatchObject(refusal);
      expect(await attempt.callsSeen()).toBe(before);
    },
  );

  test.each(observed)(
    'of $bound.rule for $bound.member in $id, which one client keeps, is the service to refuse',
    async ({ operation, id, bound }) => {
      await using attempt = await Attempt.of(id, { validate: 'full' });
      const sent = attempt.withContent({ body: bodyBeyond(operation, bound) });
      expect(await expectRefusal(sent, id, badInput)).toContain('is allowed');
    },
  );
});
