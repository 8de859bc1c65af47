import {
  type Limit,
  limits,
  type Operation,
  type OperationId,
  operations,
  pathParameterNames,
} from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { callersOf, ledger, openSandbox, type Reply } from './support/callers.js';
import { grant, grantNothing } from './support/rights.js';
import { samples, sceneOf } from './support/samples.js';
import { connect } from './support/stream.js';

const all: readonly Operation[] = Object.values(operations);
const idsOf = (these: readonly Operation[]) => these.map(({ id }) => id as OperationId);
const operationOf = (id: OperationId): Operation => operations[id];

/** Who calls where nothing else is asked: the owner, who may do all but leave. */
const callerOf = (id: OperationId) => (id === 'leaveTeam' ? 'cy' : 'ada');

/** What the sandbox did between the last call of an operation and its answer. */
async function eventsOfCall(sandbox: Sandbox, id: OperationId): Promise<unknown[]> {
  const lines = await ledger(sandbox);
  const start = lines.findLastIndex(({ kind, operation }) => kind === 'request' && operation === id);
  const end = lines.findLastIndex(({ kind, operation }) => kind === 'answer' && operation === id);
  const between = lines.slice(start, end);
  return between.filter(({ kind }) => kind === 'frame-out').map(({ event }) => event);
}

describe('an operation', () => {
  test.each(idsOf(all))('%s is served, and its events are out before its answer', async (id) => {
    await using sandbox = await openSandbox();
    const scene = sceneOf(sandbox, callerOf(id));
    const input = await samples[id](scene);
    await using _heard = await connect(sandbox, 'ada');
    const reply = await scene.author.call(id, input);
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    const { emits = [] } = operationOf(id);
    expect([...new Set(await eventsOfCall(sandbox, id))].sort()).toEqual([...emits].sort());
  });

  test.each(idsOf(all.filter(({ alternatives = [] }) => alternatives.length > 0)))(
    '%s is served by every other method and path that some client uses',
    async (id) => {
      for (const alternative of operationOf(id).alternatives ?? []) {
        await using sandbox = await openSandbox();
        const scene = sceneOf(sandbox);
        const { params = {}, ...input } = await samples[id](scene);
        const inBody = (alternative.parametersInBody ?? []).map((name) => [name, params[name]]);
        const body = inBody.length > 0 ? Object.fromEntries(inBody) : input.body;
        const reply = await scene.ada.callAs(alternative, id, { ...input, params, body });
        expect([alternative.path, reply]).toMatchObject([alternative.path, { status: 200, body: { success: true } }]);
        const lines = await ledger(sandbox);
        expect(lines.findLast(({ kind }) => kind === 'request')).toMatchObject({ operation: id });
      }
    },
  );

  // Any emoji may stand for itself, so that none is unknown.
  const named = (path: string) => pathParameterNames(path).filter((name) => name !== 'emojiId');
  test.each(idsOf(all.filter(({ path }) => named(path).length > 0)))(
    '%s answers 404 and does nothing where its path names what is not there',
    async (id) => {
      await using sandbox = await openSandbox();
      const scene = sceneOf(sandbox);
      const input = await samples[id](scene);
      await using _heard = await connect(sandbox, 'ada');
      for (const name of named(operationOf(id).path)) {
        const reply = await scene.ada.call(id, { ...input, params: { ...input.params, [name]: 'f00dfeedf00dfeed' } });
        expect([name, reply]).toMatchObject([name, { status: 404, body: { success: false } }]);
        expect(reply.body.code).toMatch(/^UNKNOWN_(?!ROUTE)/);
      }
      expect(await eventsOfCall(sandbox, id)).toEqual([]);
    },
  );
});

describe('who may call', () => {
  const guarded = all.filter(({ needs = [] }) => needs.length > 0);

  test.each(idsOf(guarded))('%s is refused to a member without its rights, and names them', async (id) => {
    await using sandbox = await openSandbox();
    const scene = sceneOf(sandbox);
    const { cy } = callersOf(sandbox);
    const input = await samples[id](scene);
    const { needs = [] } = operationOf(id);
    await grantNothing(scene, input.params ?? {}, !needs.includes('channel:VIEW_CHANNEL'));
    await using _heard = await connect(sandbox, 'ada');
    const reply = await cy.call(id, input);
    expect(reply).toMatchObject({ status: 403, body: { success: false, code: 'MISSING_PERMISSION' } });
    for (const right of needs) {
      expect(reply.body.message).toContain(right === 'author' ? 'to be the author' : right.split(':')[1]);
    }
    expect(await eventsOfCall(sandbox, id)).toEqual([]);
  });

  const rights = guarded.flatMap(({ id, needs = [] }) => needs.map((right) => [id as OperationId, right] as const));

  test.each(rights)('%s is open to a member by %s alone', async (id, right) => {
    await using sandbox = await openSandbox();
    const scene = sceneOf(sandbox, right === 'author' ? 'cy' : 'ada');
    const { cy } = callersOf(sandbox);
    const input = await samples[id](scene);
    const params = input.params ?? {};
    await grantNothing(scene, params, true);
    if (right !== 'author') await grant(scene, params, sandbox.description.people.cy.id, right);
    expect(await cy.call(id, input)).toMatchObject({ status: 200, body: { success: true } });
  });

  test.each(idsOf(guarded))('%s is open to every member where permissions are off', async (id) => {
    await using sandbox = await openSandbox({ permissions: 'off' });
    const input = await samples[id](sceneOf(sandbox));
    expect(await callersOf(sandbox).cy.call(id, input)).toMatchObject({ status: 200 });
  });
});

describe('what a body must hold', () => {
  const demanding = all.filter(
    ({ body }) => body && !Array.isArray(body.safeParse([]).data) && !body.safeParse({}).success,
  );

  test.each(idsOf(demanding))('%s is refused without any one member that it requires', async (id) => {
    await using sandbox = await openSandbox();
    const scene = sceneOf(sandbox, callerOf(id));
    const input = await samples[id](scene);
    const body = input.body as Record<string, unknown>;
    const without = (name: string) => Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));
    const required = Object.keys(body).filter((name) => !operationOf(id).body?.safeParse(without(name)).success);
    expect(required).not.toEqual([]);
    await using _heard = await connect(sandbox, 'ada');
    for (const name of required) {
      const reply = await scene.author.call(id, { ...input, body: without(name) });
      expect([name, reply]).toMatchObject([name, { status: 400, body: { success: false, code: 'BAD_INPUT' } }]);
      expect(reply.body.message).toMatch(new RegExp(`^${name} `));
    }
    expect(await eventsOfCall(sandbox, id)).toEqual([]);
  });

  test.each(idsOf(all.filter(({ multipart }) => multipart)))('%s is refused without any one part', async (id) => {
    await using sandbox = await openSandbox();
    const scene = sceneOf(sandbox);
    const input = await samples[id](scene);
    for (const name of Object.keys(operationOf(id).multipart?.parts ?? {})) {
      const form = new FormData();
      for (const [other, value] of input.form ?? []) if (other !== name) form.append(other, value);
      const reply = await scene.ada.call(id, { ...input, form });
      expect([name, reply]).toMatchObject([name, { status: 400, body: { code: 'BAD_INPUT' } }]);
      expect(reply.body.message).toMatch(new RegExp(`^${name} `));
    }
  });
});

describe('a limit that one client keeps', () => {
  interface Case {
    readonly id: OperationId;
    readonly member: string;
    readonly limit: Limit;
  }

  const limited = all.flatMap(({ id, limits: list = [] }) =>
    list.map((entry): Case => ({ ...entry, id: id as OperationId })),
  );

  const tooMuch = limited.map((each) => ({ ...each, measure: (each.limit.value ?? 0) + 1 }));
  const tooLittle = limited
    .filter(({ limit }) => limit.minimum !== undefined)
    .map((each) => ({ ...each, measure: (each.limit.minimum ?? 0) - 1 }));

  /** `embeds[].title` stands for the title of one embed. */
  function bodyWith(member: string, value: unknown): Record<string, unknown> {
    const [first = '', ...rest] = member.split('.');
    const inner = rest.length > 0 ? bodyWith(rest.join('.'), value) : value;
    return first.endsWith('[]') ? { [first.slice(0, -2)]: [inner] } : { [first]: inner };
  }

  async function callWith({ id, member, limit }: Case, measure: number, enforced: 'all' | 'stated'): Promise<Reply> {
    await using sandbox = await openSandbox({ limits: enforced });
    const { ada } = callersOf(sandbox);
    const input = await samples[id](sceneOf(sandbox));
    const value = limit === limits.colour ? measure : 'x'.repeat(measure);
    return await ada.call(id, { ...input, body: { ...(input.body as object), ...bodyWith(member, value) } });
  }

  test.each([...tooMuch, ...tooLittle])('refuses $member that measures $measure in $id', async (limit) => {
    const refused = await callWith(limit, limit.measure, 'all');
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(String(refused.body.message)).toContain(`${limit.member} `);
  });

  test.each(limited)('takes $member of $id up to $limit.value', async (limit) => {
    expect(await callWith(limit, limit.limit.value ?? 0, 'all')).toMatchObject({ status: 200 });
  });

  test.each(tooMuch)(
    'lets $member through that measures $measure in $id where only stated limits hold',
    async (limit) => {
      expect(await callWith(limit, limit.measure, 'stated')).toMatchObject({ status: 200 });
    },
  );
});
