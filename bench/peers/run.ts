// Measures what others made for bots of another service, each against a small fake of that service, and writes
// RESULTS.md beside this file. They are installed on demand and belong to nothing else.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { median } from '../children.ts';
import { botwright, type Contender, limit, type Measurement, measure, measureInTurns, type Task } from '../contest.ts';

const pairs = 3;
const authors = 100_000;

interface Library {
  readonly title: string;
  readonly contender: Contender;
  /** The same work written by hand, against the same service. */
  readonly least: Contender;
  /** Tasks that it cannot do here. */
  readonly without?: readonly Task['name'][];
}

const libraries: readonly Library[] = [
  { title: 'Botwright', contender: botwright, least: limit },
  { title: '@discordjs/core', contender: peer('discordjs-core'), least: peer('limit') },
  { title: 'discord.js', contender: peer('discord-js'), least: peer('limit') },
  { title: '@sapphire/framework', contender: peer('sapphire'), least: peer('limit') },
  { title: 'oceanic.js', contender: peer('oceanic'), least: peer('limit') },
  { title: 'eris', contender: peer('eris'), least: peer('limit'), without: ['command', 'rest'] },
];

function peer(name: string): Contender {
  return { file: `peers/contenders/${name}.mjs`, service: 'peers/service.ts' };
}

const tasks: readonly (Task & { readonly title: string })[] = [
  { name: 'ingest', title: 'event taken in', count: 200_000, warmUp: 300_000 },
  { name: 'command', title: 'command round trip', count: 20_000, warmUp: 20_000 },
  { name: 'rest', title: 'REST call', count: 20_000, warmUp: 20_000 },
];
const heapTask: Task = { name: 'heap', count: 1_000_000, warmUp: 200_000 };

/** What the limit and a library cost in the same moments. */
interface Pair {
  readonly least: Measurement;
  readonly own: Measurement;
}

async function pairsOf({ contender, least: byHand, without = [] }: Library, task: Task): Promise<Pair[]> {
  if (without.includes(task.name)) return [];
  const measured: Pair[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [least, own] = await measureInTurns([byHand, contender], task);
    if (least && own) measured.push({ least, own });
  }
  return measured;
}

function cell(measured: readonly Pair[], unit: 'µs' | 'ms', read: (measurement: Measurement) => number): string {
  if (measured.length === 0) return '–';
  const cost = median(measured.map(({ own }) => read(own)));
  const ratio = median(measured.map(({ least, own }) => read(own) / read(least)));
  return `${cost.toFixed(1)} ${unit} (${ratio.toFixed(2)})`;
}

/** Bytes that a library keeps of each person it has heard of. */
async function keptAnAuthor({ contender }: Library): Promise<string> {
  const { beginHeap, endHeap } = await measure(contender, heapTask, ['--expose-gc']);
  return ((endHeap - beginHeap) / authors).toFixed(0);
}

async function rowOf(library: Library): Promise<string> {
  process.stdout.write(`${library.title} …\n`);
  const measured: Pair[][] = [];
  for (const task of tasks) measured.push(await pairsOf(library, task));
  const costs = measured.map((one) => cell(one, 'µs', ({ cpuPerItem }) => cpuPerItem));
  const start = cell(measured.flat(), 'ms', ({ readyCpuMs }) => readyCpuMs);
  return `| ${[library.title, ...costs, start, await keptAnAuthor(library)].join(' | ')} |`;
}

const rows: string[] = [];
for (const library of libraries) rows.push(await rowOf(library));

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);

await writeFile(
  new URL('RESULTS.md', import.meta.url),
  `# Beside others

Made by \`npm run bench:peers\`, all in one run, on Node ${process.versions.node} with ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. CPU time of the
whole process. In brackets stands the ratio to the same work written by hand against the same service, with ws, JSON.parse,
a Map lookup and undici's \`Pool.dispatch\`: each library and that work in turns of 50 ms, and the ratio is the median of
${pairs} such pairs. The last column is what the heap gained by ${heapTask.count.toLocaleString('en')} messages of ${authors.toLocaleString('en')} people, in one run.

The others speak to a small fake of the service they were made for, whose messages are about as long, and keep the caches
that they come with; what they cost holds what that service's API asks of them.

| | ${tasks.map(({ title }) => title).join(' | ')} | start to READY | bytes kept a person |
|---|${'---:|'.repeat(tasks.length + 2)}
${rows.join('\n')}

Without a figure: eris calls by HTTPS alone. Versions: ${versions.join(', ')}.
`,
);
