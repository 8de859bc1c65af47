import type { OperationId } from '@botwright/protocol';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import { describe, expect, test } from 'vitest';
import { type Aspect, aspects } from '../src/case.js';
import { loadCases } from '../src/case-files.js';
import { type Report, run } from '../src/run.js';
import { Server } from '../src/server.js';
import { type Meddle, Meddler } from './support/meddler.js';

const cases = await loadCases();

async function openSandbox(): Promise<Sandbox> {
  const sandbox = await createSandbox();
  await sandbox.listen();
  return sandbox;
}

/** The outcomes of one operation's aspects where something stands between the suite and the sandbox. */
async function outcomesWith(meddle: Meddle, operation: OperationId): Promise<Record<Aspect, string>> {
  await using sandbox = await openSandbox();
  const { url, controlToken, bot } = sandbox.description;
  await using meddler = await Meddler.between(url, meddle);
  const server = new Server({ base: meddler.url, controlToken });
  const report = await run(
    cases.filter((item) => item.operation === operation),
    server,
    bot.token,
  );
  return outcomesOf(report, operation);
}

function outcomesOf({ rows }: Report, id: OperationId): Record<Aspect, string> {
  const row = rows.find(({ operation }) => operation === id);
  return Object.fromEntries(aspects.map((aspect) => [aspect, row?.cells[aspect].outcome])) as Record<Aspect, string>;
}

const honest: Meddle = (exchange, forward) => forward(exchange);

describe('a server that keeps its word', () => {
  test('passes whatever is tried, and what does not exist is told from what was not tried', async () => {
    expect(await outcomesWith(honest, 'getTeam')).toEqual({
      shape: 'passed',
      permission: 'passed',
      input: 'passed',
      event: 'skipped',
    });
  });

  test('passes the cases of events', async () => {
    await using sandbox = await openSandbox();
    const { url, controlToken, bot } = sandbox.description;
    const chosen = cases.filter(({ operation }) => operation === 'createCategory');
    const report = await run(chosen, new Server({ base: url, controlToken }), bot.token);
    expect(report.passed).toBe(true);
    expect(outcomesOf(report, 'createCategory').event).toBe('passed');
  });
});

describe('a server that does not keep its word', () => {
  test('fails in shape where a member of the answer is missing', async () => {
    const withoutRoles: Meddle = async (exchange, forward) => {
      const { status, body } = await forward(exchange);
      const { roles: _roles, ...rest } = body;
      return { status, body: rest };
    };
    expect((await outcomesWith(withoutRoles, 'getTeamRoles')).shape).toBe('failed');
  });

  test('fails in shape where a member has another type', async () => {
    const withoutId: Meddle = async (exchange, forward) => {
      const { status, body } = await forward(exchange);
      return {
        status,
        body: 'category' in body ? { ...body, category: { ...(body['category'] as object), name: 7 } } : body,
      };
    };
    expect((await outcomesWith(withoutId, 'createCategory')).shape).toBe('failed');
  });

  test('fails in shape where it answers success and stores nothing', async () => {
    const forgetful: Meddle = (exchange, forward) =>
      exchange.method === 'DELETE' ? Promise.resolve({ status: 200, body: { success: true } }) : forward(exchange);
    expect((await outcomesWith(forgetful, 'deleteCategory')).shape).toBe('failed');
  });

  test('fails in permission where it lets everybody in', async () => {
    await using sandbox = await openSandbox();
    const authorization = `Bot ${sandbox.description.bot.token}`;
    const lax: Meddle = (exchange, forward) =>
      forward({ ...exchange, headers: { ...exchange.headers, authorization } });
    expect(await outcomesWith(lax, 'deleteCategory')).toMatchObject({ shape: 'passed', permission: 'failed' });
  });

  test('fails in bad input where it takes what the contract refuses', async () => {
    const credulous: Meddle = async (exchange, forward) => {
      const answer = await forward(exchange);
      return answer.status === 400 ? { status: 200, body: { success: true } } : answer;
    };
    expect(await outcomesWith(credulous, 'createCategory')).toMatchObject({ shape: 'passed', input: 'failed' });
  });

  test('fails in bad input where it refuses a call and changes the world all the same', async () => {
    const twoFaced: Meddle = async (exchange, forward) => {
      const answer = await forward(exchange);
      const other = { ...exchange, body: Buffer.from('{"name":"secret"}') };
      if (answer.status === 400) await forward(other);
      return answer;
    };
    expect(await outcomesWith(twoFaced, 'createCategory')).toMatchObject({ shape: 'passed', input: 'failed' });
  });

  test('fails in event where it has no event stream', async () => {
    expect(await outcomesWith(honest, 'createCategory')).toMatchObject({ shape: 'passed', event: 'failed' });
  });
});

describe('a server that does without an optional operation', () => {
  test('fails nowhere for it, nor where another one needs it', async () => {
    const without: Meddle = (exchange, forward) =>
      exchange.path.endsWith('/me/status')
        ? Promise.resolve({ status: 404, body: { success: false, message: 'there is no such path' } })
        : forward(exchange);
    const all = { shape: 'skipped', permission: 'skipped', input: 'skipped', event: 'skipped' };
    expect(await outcomesWith(without, 'setCustomStatus')).toEqual(all);
    expect(await outcomesWith(without, 'deleteCustomStatus')).toEqual(all);
  });

  test('fails for one that it must have', async () => {
    const without: Meddle = () => Promise.resolve({ status: 404, body: { success: false, message: 'no such path' } });
    const onlyTeams: Meddle = (exchange, forward) =>
      exchange.path.endsWith('/details') ? without(exchange, forward) : forward(exchange);
    expect((await outcomesWith(onlyTeams, 'getTeam')).shape).toBe('failed');
  });
});

describe('without the control token', () => {
  test('nothing but GET is sent, and no case fails that the sandbox keeps', async () => {
    await using sandbox = await openSandbox();
    await using meddler = await Meddler.between(sandbox.description.url, honest);
    const report = await run(cases, new Server({ base: meddler.url }), sandbox.description.bot.token);
    expect(new Set(meddler.exchanges.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(meddler.exchanges.filter(({ path }) => /\/(join|leave)(\?|$)|_sandbox/.test(path))).toEqual([]);
    expect(report.passed).toBe(true);
    expect(outcomesOf(report, 'getTeam').shape).toBe('passed');
    expect(outcomesOf(report, 'createCategory').shape).toBe('skipped');
  });

  test('a bot that lacks a right is no fault of the server', async () => {
    const strict: Meddle = (exchange, forward) =>
      exchange.path.includes('/bans') && exchange.headers['authorization']
        ? Promise.resolve({ status: 403, body: { success: false, message: 'no' } })
        : forward(exchange);
    await using sandbox = await openSandbox();
    await using meddler = await Meddler.between(sandbox.description.url, strict);
    const chosen = cases.filter(({ operation, aspect }) => operation === 'getBannedUsers' && aspect === 'shape');
    const report = await run(chosen, new Server({ base: meddler.url }), sandbox.description.bot.token);
    expect(outcomesOf(report, 'getBannedUsers').shape).toBe('skipped');
  });
});

describe('a server that is not there', () => {
  test('is told with its address', async () => {
    const server = new Server({ base: 'http://127.0.0.1:9' });
    await expect(run(cases, server, 'token')).rejects.toMatchObject({
      code: 'SERVER_UNUSABLE',
      base: 'http://127.0.0.1:9',
    });
  });
});
