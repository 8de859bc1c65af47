import { describe, expect, test } from 'vitest';
import { createSandbox, type FaultRule } from '../../src/index.js';
import {
  activeRules,
  describeRule,
  emptyBoard,
  type FaultBoard,
  isSpent,
  presets,
  withoutRule,
  withRule,
  withRuleChanged,
} from '../../web/src/fault-rules.js';
import { gatewayRule, restRule } from '../support/rules.js';

const late = { ...restRule({ delayMs: 5 }), id: 'late' };
const once = { ...gatewayRule({ reset: true }, { times: 1 }), id: 'once' };
const struck: FaultBoard = { rules: [once, late], struck: { once: 1, late: 7 } };

describe('the rules of the board', () => {
  test('are active until they have struck as often as they may', () => {
    expect(activeRules(struck)).toEqual([late]);
    const held = { ...gatewayRule({ reorder: 3 }, { times: 2 }), id: 'held' };
    const dropped = { ...gatewayRule({ dropAcks: 3 }), id: 'dropped' };
    const board = { rules: [held, dropped], struck: { held: 5, dropped: 2 } };
    expect([held, dropped].map((rule) => isSpent(rule, board))).toEqual([false, false]);
    const later = { ...board, struck: { held: 6, dropped: 3 } };
    expect([held, dropped].map((rule) => isSpent(rule, later))).toEqual([true, true]);
  });

  test('get one more under an id of its own, without those that are spent', () => {
    expect(withRule(struck, late)).toEqual([late, { ...late, id: 'late-2' }]);
    expect(withRule(struck, once)).toEqual([late, once]);
    expect(withRule(emptyBoard, restRule({ stall: true }))).toMatchObject([{ id: 'rule' }]);
  });

  test('are changed in their place, and a spent one that is changed strikes again', () => {
    expect(withRuleChanged(struck, 'once', 'other')).toEqual(['other', late]);
    expect(withRuleChanged(struck, 'late', 'other')).toEqual(['other']);
    expect(withRuleChanged(struck, 'removed meanwhile', 'other')).toEqual([late, 'other']);
  });

  test('lose the one that is taken away', () => {
    expect(withoutRule(struck, 'late')).toEqual([]);
    expect(withoutRule(struck, 'once')).toEqual([late]);
  });

  test('say in a line whom they strike, and how', () => {
    const rule = restRule({ status: 503 }, { operation: 'createChannelMessage', by: '9f', times: 2 });
    expect(describeRule(rule, () => 'ada')).toBe('createChannelMessage of ada: status 503, 2 times');
    expect(describeRule(once, () => '')).toBe('the event stream: reset, once');
  });
});

describe('each ready-made rule', () => {
  test.each(presets)('$label: is one that the sandbox takes', async ({ rule }) => {
    await using sandbox = await createSandbox();
    sandbox.faults.set([rule(sandbox.description.bot.id) as FaultRule]);
    expect(sandbox.faults.list()).toHaveLength(1);
  });
});
