// Changes the transport in a thousand small ways and sees whether a test notices each: a few files at a time, and only those
// that changed since they were measured. `--all` measures every file, `--mutate FILE` one; whatever else is given goes to
// Stryker, which is fetched for the occasion: its 190 packages are nothing that everybody who builds the project waits for.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { aim, folders, keep, mutatedFiles, remembered, writeResults } from '../mutation/measured.mjs';

const version = '10.1.1';
const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);
/** So many lines of source take some minutes, and are lost when the run is ended meanwhile. */
const linesAtATime = 250;

const { values, tokens } = parseArgs({
  options: { all: { type: 'boolean' }, mutate: { type: 'string', multiple: true } },
  strict: false,
  tokens: true,
});
const isOurs = ({ kind, name }) => kind === 'option' && (name === 'all' || name === 'mutate');
const forStryker = tokens
  .filter((token) => !isOurs(token))
  .flatMap((token) => (token.kind === 'option' ? [token.rawName, token.value ?? []].flat() : [token.value]));

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

/** What is to be measured, in pieces of one folder each: only the tests of that folder are run. */
function* pieces() {
  const known = remembered();
  const isWanted = ({ file, sha }) => values.mutate?.includes(file) ?? (values.all || known.get(file)?.sha !== sha);
  for (const folder of folders) {
    let files = [];
    let lines = 0;
    for (const one of mutatedFiles(folder).filter(isWanted)) {
      if (files.length > 0 && lines + one.lines > linesAtATime) {
        yield { folder, files };
        files = [];
        lines = 0;
      }
      files.push(one.file);
      lines += one.lines;
    }
    if (files.length > 0) yield { folder, files };
  }
}

run('npm', ['install', '--no-save', '--ignore-scripts', ...packages]);
for (const { folder, files } of pieces()) {
  const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const args = ['run', 'mutation/stryker.config.json', '--mutate', files.join(','), ...forStryker];
  run('node', [stryker, ...args], { MUTATED_FOLDER: folder });
  keep(files);
}
const { score, areStale } = writeResults();
const caveat = areStale ? ', in part measured before files changed' : '';
process.stdout.write(`${score.toFixed(1)} % of all changes are noticed${caveat}.\n`);
process.exitCode = score >= aim ? 0 : 1;
