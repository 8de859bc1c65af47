// Writes docs/requirements.md from the titles of the tests that show a requirement; with --check, says when it is old.
// A title reads `#13 what is promised, with its figure`: number first, `#` for reliability, P, M, T, A for the rest.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'docs/requirements.md');

const groups = {
  '#': 'Reliability',
  P: 'Commands',
  M: 'Moderation',
  T: 'To-do sync',
  A: 'Announcements',
};

const numberedTitle = /(['"`])((?:(?:#|[PMTA])\d{1,3}[ ,:]+)+)(\S.*?)\1/g;
/** Where a table of cases fills in a title. */
const placeholder = /%[sdij]/g;

function requirementsIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const titles = [...source.matchAll(numberedTitle)];
  return titles.flatMap(([, , numbers, title]) => {
    const promise = title.replaceAll(placeholder, '…');
    return [...numbers.matchAll(/(#|[PMTA])(\d+)/g)].map(([, group, number]) => ({
      group,
      number: Number(number),
      promise,
      file,
    }));
  });
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

const files = globSync(['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts', 'test/**/*.test.ts'], {
  cwd: root,
});
const requirements = files.sort().flatMap(requirementsIn);
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
