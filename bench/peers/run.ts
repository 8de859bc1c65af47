// Measures what others made for bots of another service, each against a small fake of that service, and writes
// RESULTS.md beside this file. They are installed on demand and belong to nothing else.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { median } from '../children.ts';
import { type Measurement, measure, type Task } from '../contest.ts';

const rounds = 3;

interface Contender {
  readonly title: string;
  readonly file: string;
  readonly service: string;
  /** Tasks that it cannot do here. */
  readonly without?: readonly Task['name'][];
}

const own = 'service/service.ts';
const other = 'peers/service.ts';

const contenders: readonly Contender[] = [
  { title: 'the limit', file: 'contenders/limit.mjs', service: own },
  { title: 'Botwright', file: 'contenders/botwright.mjs', service: own },
  { title: '@discordjs/core', file: 'peers/contenders/discordjs-core.mjs', service: other },
  { title: 'discord.js', file: 'peers/contenders/discord-js.mjs', service: other },
  { title: '@sapphire/framework', file: 'peers/contenders/sapphire.mjs', service: other },
  { title: 'oceanic.js', file: 'peers/contenders/oceanic.mjs', service: other },
  { title: 'eris', file: 'peers/contenders/eris.mjs', service: other, without: ['command', 'rest'] },
];

const tasks: readonly (Task & { readonly title: string })[] = [
  { name: 'ingest', title: 'event taken in', count: 100_000, warmUp: 20_000 },
  { name: 'command', title: 'command round trip', count: 5_000, warmUp: 1_000 },
  { name: 'rest', title: 'REST call', count: 5_000, warmUp: 1_000 },
];

type Figures = Map<string, Measurement[]>;

async function measureAll(task: Task): Promise<Figures> {
  const figures: Figures = new Map(contenders.map(({ title }) => [title, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { title, file, service, without = [] } of contenders) {
      if (!without.includes(task.name)) figures.get(title)?.push(await measure(file, task, { service }));
    }
  }
  return figures;
}

function cell(figures: Measurement[] = [], limits: Measurement[] = []): string {
  if (figures.length === 0) return '–';
  const cost = median(figures.map(({ cpuPerItem }) => cpuPerItem));
  const limit = median(limits.map(({ cpuPerItem }) => cpuPerItem));
  return `${cost.toFixed(1)} µs (${(cost / limit).toFixed(1)})`;
}

const columns: Figures[] = [];
for (const task of tasks) {
  process.stdout.write(`${task.title} …\n`);
  columns.push(await measureAll(task));
}

const rows = contenders.map(({ title }) => {
  const cells = columns.map((figures) => cell(figures.get(title), figures.get('the limit')));
  const starts = columns.flatMap((figures) => figures.get(title) ?? []).map(({ readyCpuMs }) => readyCpuMs);
  return `| ${title} | ${cells.join(' | ')} | ${median(starts).toFixed(0)} ms |`;
});

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);

await writeFile(
  new URL('RESULTS.md', import.meta.url),
  `# Beside others

Made by \`npm run bench:peers\` on Node ${process.versions.node} with ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, on a machine that had other
work too: read the ratios to the limit, in brackets. CPU time of the whole process, median of ${rounds} runs each, in turn. The
others speak to a small fake of the service they were made for, with messages of about the same size, and keep the caches
that they come with; what they cost holds what that service's API asks of them.

| | ${tasks.map(({ title }) => title).join(' | ')} | start to READY |
|---|${'---:|'.repeat(tasks.length + 1)}
${rows.join('\n')}

Without a figure: eris calls by HTTPS alone. Versions: ${versions.join(', ')}.
`,
);
