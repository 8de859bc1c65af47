import { operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { aspects } from '../src/case.js';
import { casesFolder, loadCases, writeCases } from '../src/case-files.js';
import { casesBySection } from '../src/generate/cases.js';

const sections = casesBySection();
const cases = [...sections.values()].flat();

describe('the case files', () => {
  test.each([...sections])('%s.jsonl is what the contract and the recipes make', async (name, section) => {
    await expect(writeCases(section)).toMatchFileSnapshot(new URL(`${name}.jsonl`, casesFolder).pathname);
  });

  test('hold the cases of no section that is gone', async () => {
    const operationsOnFile = (await loadCases()).map(({ operation, title }) => `${operation}: ${title}`);
    expect(operationsOnFile.toSorted()).toEqual(
      cases.map(({ operation, title }) => `${operation}: ${title}`).toSorted(),
    );
  });
});

describe('the cases', () => {
  test('try the answer and the permissions of every operation', () => {
    for (const aspect of ['shape', 'permission']) {
      const tried = cases.filter((item) => item.aspect === aspect).map(({ operation }) => operation);
      expect(new Set(tried)).toEqual(new Set(Object.keys(operations)));
    }
  });

  test('try every event that an operation causes', () => {
    const expected = Object.values(operations).flatMap((operation) =>
      'emits' in operation ? operation.emits.map((kind) => `${operation.id} ${kind}`) : [],
    );
    const tried = cases.flatMap(({ operation, event }) => (event ? `${operation} ${event.kind}` : []));
    expect(tried.toSorted()).toEqual(expected.toSorted());
  });

  test('have titles that tell them apart within an operation and an aspect', () => {
    for (const aspect of aspects) {
      const names = cases
        .filter((item) => item.aspect === aspect)
        .map(({ operation, title }) => `${operation}: ${title}`);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });

  test('are safe only where each of their calls is a GET that causes nothing', () => {
    const isHarmless = (id: string) => {
      const operation = operations[id as keyof typeof operations];
      return operation.method === 'GET' && !('emits' in operation);
    };
    const safe = cases.filter((item) => item.safe);
    expect(safe).not.toEqual([]);
    for (const { people, setup, call, after } of safe) {
      expect(people).toEqual([]);
      expect([...setup, call, ...after].every((step) => 'operation' in step && isHarmless(step.operation))).toBe(true);
    }
  });
});
