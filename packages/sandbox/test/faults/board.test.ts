import { describe, expect, test } from 'vitest';
import { type FaultRule, FaultRuleInvalid } from '../../src/index.js';
import { control, openSandbox } from '../support/callers.js';
import { gatewayRule, restRule } from '../support/rules.js';

const rules = [
  restRule({ status: 503 }, { id: 'busy', operation: 'createChannelMessage', times: 2, probability: 1 }),
  gatewayRule({ dropAcks: 2 }),
];

describe('the fault board', () => {
  test('lists, replaces and clears the rules, each with its id', async () => {
    await using sandbox = await openSandbox();
    const named = [rules[0], { ...rules[1], id: 'fault-2' }];
    expect(await control(sandbox, 'PUT', '/faults', rules)).toMatchObject({ status: 200, body: { rules: named } });
    expect(await control(sandbox, 'GET', '/faults')).toMatchObject({
      body: { rules: named, struck: { busy: 0, 'fault-2': 0 } },
    });
    expect(sandbox.faults.list()).toEqual(named);
    expect((await control(sandbox, 'PUT', '/faults', { rules: [rules[1]] })).body['rules']).toHaveLength(1);
    expect(await control(sandbox, 'DELETE', '/faults')).toMatchObject({ status: 200, body: { rules: [] } });
    expect(sandbox.faults.list()).toEqual([]);
  });

  const status = { on: 'rest', ['then' as string]: { status: 503 } };
  test.each<[string, unknown, string]>([
    ['no list', 'all', 'the list must be an array'],
    ['an unknown kind of rule', [{ ...status, on: 'mail' }], '0.on'],
    ['an unknown member', [{ ...status, colour: 'red' }], '0 has no member colour'],
    ['an unknown operation', [status, { ...status, operation: 'dance' }], '1.operation must be the id of an operation'],
    ['an unknown kind of event', [{ ...gatewayRule({ close: 4000 }), kinds: ['DANCE'] }], '0.kinds.0 must be'],
    ['a probability above 1', [{ ...status, probability: 2 }], '0.probability must be at most 1'],
    ['no times', [{ ...status, times: 0 }], '0.times must be at least 1'],
    ['nothing to do', [restRule({} as never)], '0.then must have exactly one of status'],
    ['two things to do', [restRule({ status: 503, stall: true } as never)], '0.then must have exactly one of'],
    ['a body without a status', [restRule({ stall: true, body: 1 } as never)], '0.then.body goes with status alone'],
    ['an impossible status', [restRule({ status: 99 })], '0.then.status must be at least 200'],
    ['an impossible header', [restRule({ status: 500, headers: { 'a b': 'c' } })], '0.then.headers.a b cannot be sent'],
    ['a close code of no use', [gatewayRule({ close: 1006 })], '0.then.close must be a code'],
    ['a fault of the other kind', [gatewayRule({ stall: true } as never)], '0.then has no member stall'],
    [
      'an id twice',
      [
        { ...status, id: 'x' },
        { ...status, id: 'x' },
      ],
      '1.id "x" is another rule',
    ],
  ])('refuses %s by the member, and keeps the rules that it has', async (_what, given, problem) => {
    await using sandbox = await openSandbox();
    sandbox.faults.set(rules);
    expect(() => sandbox.faults.set(given as FaultRule[])).toThrow(FaultRuleInvalid);
    const reply = await control(sandbox, 'PUT', '/faults', { rules: Array.isArray(given) ? given : [given] });
    expect(reply).toMatchObject({ status: 400, body: { code: 'FAULT_RULE_INVALID' } });
    if (Array.isArray(given)) expect(reply.body.message).toContain(problem);
    expect(sandbox.faults.list()).toHaveLength(2);
  });
});
