import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type NumberedTitle, numberedTitlesIn, root, testFiles } from './numbered-titles.ts';

/** What the tests of one numbered title came to. */
interface Outcome {
  cases: number;
  passed: number;
  /** What they measured, in the words of their annotations. */
  reached: string[];
}

const results = join(root, 'docs/reliability.json');
const page = join(root, 'docs/reliability.md');
const mostFigures = 3;

/**
 * Writes docs/reliability.md: row, figure promised, figure reached. What a run did not cover keeps the figures of the run
 * before it, which docs/reliability.json remembers.
 */
export default class ReliabilityReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const known: Record<string, Outcome> = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
    const outcomes = { ...known, ...Object.assign({}, ...modules.map(outcomesOf)) };
    const titles = testFiles()
      .flatMap(numberedTitlesIn)
      .filter(({ numbers }) => numbers.some(({ group }) => group === '#'));
    const kept = titles.flatMap((title) => {
      const outcome = outcomes[keyOf(title)];
      return outcome ? [[keyOf(title), outcome] as const] : [];
    });
    writeFileSync(results, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
    writeFileSync(page, pageOf(titles, outcomes));
  }
}

function outcomesOf(module: TestModule): Record<string, Outcome> {
  const titles = numberedTitlesIn(relative(root, module.moduleId));
  const outcomes: Record<string, Outcome> = {};
  for (const test of module.children.allTests()) {
    const title = titles.find(({ pattern }) => namesOf(test).some((name) => pattern.test(name)));
    if (!title || test.result().state === 'skipped') continue;
    outcomes[keyOf(title)] ??= { cases: 0, passed: 0, reached: [] };
    add(outcomes[keyOf(title)] as Outcome, test);
  }
  return outcomes;
}

function add(outcome: Outcome, test: TestCase): void {
  outcome.cases += 1;
  if (test.result().state === 'passed') outcome.passed += 1;
  const figures = test.annotations().filter(({ type }) => type === 'reached');
  outcome.reached.push(...figures.map(({ message }) => message));
}

/** Its own name and those of the groups around it. */
function namesOf(test: TestCase): string[] {
  const names = [test.name];
  for (let suite = test.parent; suite.type === 'suite'; suite = suite.parent) names.push(suite.name);
  return names;
}

function keyOf({ file, numbers, promise }: NumberedTitle): string {
  return `${file} ${numbers.map(({ group, number }) => group + number).join(' ')} ${promise}`;
}

function pageOf(titles: readonly NumberedTitle[], outcomes: Readonly<Record<string, Outcome>>): string {
  const rows = titles
    .flatMap((title) => title.numbers.map(({ number }) => ({ ...title, number })))
    .sort((a, b) => a.number - b.number || a.promise.localeCompare(b.promise))
    .map((title) => rowOf(title, outcomes[keyOf(title)]));
  return [
    '# What was promised, and what was reached',
    '',
    'Made by `npm run reliability` from the results of the tests. Each row is a fault that is injected for real; the number',
    'is that of the requirement. Tests that end in `.long.test.ts` run by `npm run test:long`, all others on every change.',
    '',
    '| No. | What is promised | What was reached | Shown by |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function rowOf({ number, promise, file }: NumberedTitle & { number: number }, outcome: Outcome | undefined): string {
  const cells = [`#${number}`, promise, reachedIn(outcome), `[${file.split('/').at(-1)}](../${file})`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function reachedIn(outcome: Outcome | undefined): string {
  if (!outcome) return 'not run yet';
  const { cases, passed, reached } = outcome;
  if (passed < cases) return `**failed** in ${cases - passed} of ${cases}`;
  const figures = [...new Set(reached)].slice(0, mostFigures);
  if (figures.length > 0) return figures.join('; ');
  return cases === 1 ? 'held' : `held in ${cases} of ${cases} cases`;
}
