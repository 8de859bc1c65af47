// What is known of each file: how many of its changes the tests noticed, and which content of the file that was found for.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

/** Percent, of gateway and rest together. */
export const aim = 85;

export const folders = ['gateway', 'rest'];
const source = 'packages/core/src';
const results = 'mutation/results.json';
const report = '.stryker/report.json';

const detecting = new Set(['Killed', 'Timeout']);
const counted = new Set([...detecting, 'Survived', 'NoCoverage']);

const shaOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Every file of a folder that is to be measured, with its content's hash. */
export function mutatedFiles(folder) {
  const files = globSync(`${source}/${folder}/**/*.ts`).sort();
  return files.map((file) => {
    const text = readFileSync(file, 'utf8');
    return { file, sha: shaOf(text), lines: text.split('\n').length };
  });
}

/** What was found so far, by file. */
export function remembered() {
  const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : [];
  return new Map(found.map((one) => [one.file, one]));
}

/** Takes over what Stryker found in these files just now. */
export function keep(files) {
  const { files: reported } = JSON.parse(readFileSync(report, 'utf8'));
  const known = remembered();
  for (const file of files) {
    // A file of types alone has nothing that could be changed, and is not reported.
    const { source: text, mutants } = reported[file] ?? { source: readFileSync(file, 'utf8'), mutants: [] };
    const statuses = mutants.map(({ status }) => status).filter((status) => counted.has(status));
    const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
    known.set(file, {
      file,
      sha: shaOf(text),
      detected: count(...detecting),
      timedOut: count('Timeout'),
      survived: count('Survived', 'NoCoverage'),
      total: statuses.length,
    });
  }
  const isThere = new Set(folders.flatMap(mutatedFiles).map(({ file }) => file));
  const kept = [...known.values()].filter(({ file }) => isThere.has(file));
  kept.sort((one, other) => one.file.localeCompare(other.file));
  writeFileSync(results, `${JSON.stringify(kept, null, 2)}\n`);
  writeResults();
}

/**
 * Writes the page that shows it.
 * @returns The score in percent, and whether files changed after they were measured.
 */
export function writeResults() {
  const known = remembered();
  const files = folders.flatMap(mutatedFiles).map(({ file, sha }) => ({
    file,
    isStale: known.get(file)?.sha !== sha,
    ...known.get(file),
  }));
  const measured = files.filter(({ total }) => total > 0);
  const unmeasured = files.filter(({ total }) => total === undefined);
  const sum = sumOf(measured);
  const areStale = files.some(({ isStale }) => isStale);
  const page = [
    '# Results',
    '',
    'Written by `npm run mutation`: how many of the changes that were made to each file of gateway and rest some test noticed.',
    `The aim is ${aim} % of both together. A change after which the tests never ended counts as noticed. ⚠ marks what was`,
    'measured before the file changed to what it is now.',
    '',
    `**${sum.detected} of ${sum.total}, ${percent(sum)} %** (${sum.timedOut} of them by never ending)${areStale ? ', not all of it up to date' : ''}.`,
    '',
    ...folders.flatMap((folder) => tableOf(folder, measured)),
    ...(unmeasured.length > 0
      ? [`Not measured yet: ${unmeasured.map(({ file }) => nameOf(file)).join(', ')}.`, '']
      : []),
  ];
  writeFileSync('mutation/RESULTS.md', `${page.join('\n').trimEnd()}\n`);
  return { score: (100 * sum.detected) / Math.max(1, sum.total), areStale };
}

function tableOf(folder, measured) {
  const rows = measured.filter(({ file }) => file.startsWith(`${source}/${folder}/`));
  if (rows.length === 0) return [];
  const line = (name, { detected, timedOut, total }) =>
    `| ${name} | ${detected} of ${total} | ${percent({ detected, total })} | ${timedOut || ''} |`;
  return [
    `| ${folder} | noticed | % | never ended |`,
    '|---|---:|---:|---:|',
    ...rows.map((row) => line(`${nameOf(row.file)}${row.isStale ? ' ⚠' : ''}`, row)),
    line('**all**', sumOf(rows)),
    '',
  ];
}

function sumOf(rows) {
  const sum = { detected: 0, timedOut: 0, total: 0 };
  for (const row of rows) for (const name of Object.keys(sum)) sum[name] += row[name];
  return sum;
}

const percent = ({ detected, total }) => ((100 * detected) / Math.max(1, total)).toFixed(1);
const nameOf = (file) => file.slice(source.length + 1).replace(/\.ts$/, '');
