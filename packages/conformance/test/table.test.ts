import { PassThrough } from 'node:stream';
import { operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Cell, Report, Row } from '../src/run.js';
import { formatReport } from '../src/table.js';

const passed: Cell = { outcome: 'passed', cases: [{ title: 'works', outcome: 'passed' }] };
const none: Cell = { outcome: 'skipped', reason: 'causes no event', cases: [] };
const problem = `answered 500, not 200: the server fell over while it looked for something: ${'x'.repeat(200)}`;
const broken: Cell = { outcome: 'failed', cases: [{ title: 'works', outcome: 'failed', problem }] };

function row(operation: string, section: string, shape: Cell = passed): Row {
  return { operation, section, cells: { shape, permission: passed, input: passed, event: none } };
}

function linesOf(rows: Row[]): string[] {
  const report: Report = { base: 'http://127.0.0.1:1', passed: false, rows };
  // A stream that is no terminal.
  return formatReport(report, new PassThrough()).split('\n');
}

describe('the table', () => {
  test('stands in columns, a section at a time', () => {
    expect(linesOf([row('getTeam', 'Teams'), row('getTeamRoles', 'Roles', broken)]).slice(0, 5)).toEqual([
      '                shape  permission  bad input  event',
      'Teams',
      '  getTeam         ✓        ✓           ✓        –',
      'Roles',
      '  getTeamRoles    ✗        ✓           ✓        –',
    ]);
  });

  test('fits 80 columns with every operation of the contract, whatever went wrong', () => {
    const rows = Object.values(operations).map(({ id, group }) => row(id, group, broken));
    expect(linesOf(rows).filter((line) => line.length > 80)).toEqual([]);
  });

  test('says below what failed and how', () => {
    const text = linesOf([row('getTeam', 'Teams', broken)]).join('\n');
    expect(text).toContain('Failed\n  getTeam, shape: works: answered 500, not 200: the server fell');
  });

  test('says below why something was not tried, once for all it holds of', () => {
    const text = linesOf([row('getTeam', 'Teams'), row('getTeamRoles', 'Roles')]).join('\n');
    expect(text).toContain('Not tried\n  event, causes no event: getTeam, getTeamRoles\n');
  });

  test('has no colour where nobody looks', () => {
    expect(linesOf([row('getTeam', 'Teams', broken)]).join('\n')).not.toContain('\u001b');
  });
});
