// Writes docs/requirements.md from the titles of the tests that show a requirement; with --check, says when it is old.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberedTitlesIn, root, testFiles } from './numbered-titles.ts';

const output = join(root, 'docs/requirements.md');

const groups = {
  '#': 'Reliability',
  P: 'Commands',
  M: 'Moderation',
  T: 'To-do sync',
  A: 'Announcements',
};

function requirementsIn(file) {
  return numberedTitlesIn(file).flatMap(({ numbers, promise }) =>
    numbers.map(({ group, number }) => ({ group, number, promise, file })),
  );
}

function section([group, title], requirements) {
  const rows = requirements
    .filter((requirement) => requirement.group === group)
    .sort((a, b) => a.number - b.number || a.promise.localeCompare(b.promise))
    .map(
      ({ number, promise, file }) =>
        `| ${group}${number} | ${promise.replaceAll('|', '\\|')} | [${file.split('/').at(-1)}](../${file}) |`,
    );
  if (rows.length === 0) return [];
  return [`## ${title}`, '', '| No. | What is promised | Shown by |', '|---|---|---|', ...rows, ''];
}

const requirements = testFiles().flatMap(requirementsIn);
const page = [
  '# What is promised, and the test that shows it',
  '',
  'Made by `npm run requirements` from the titles of the tests; a promise without a test does not stand here.',
  '',
  ...Object.entries(groups).flatMap((group) => section(group, requirements)),
].join('\n');

if (!process.argv.includes('--check')) {
  writeFileSync(output, page);
} else if (readFileSync(output, 'utf8') !== page) {
  console.error('docs/requirements.md does not fit the titles of the tests: run npm run requirements');
  process.exit(1);
}
