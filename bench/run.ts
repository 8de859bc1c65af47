// Runs each contender in a process of its own, in turn, and writes the medians of their CPU time to RESULTS.md.
// Absolute times belong to the machine; the ratio is what to read.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

interface Measurement {
  readonly cpuPerItem: number;
  readonly readyCpuMs: number;
  readonly readyWallMs: number;
}

const rounds = 5;
const contenders = ['limit', 'botwright'] as const;

const tasks = [
  {
    name: 'ingest',
    title: 'event taken in by a listener',
    count: 200_000,
    unit: 'µs',
    read: (m: Measurement) => m.cpuPerItem,
  },
  {
    name: 'unheard',
    title: 'event that nobody listens to',
    count: 200_000,
    unit: 'µs',
    read: (m: Measurement) => m.cpuPerItem,
  },
  { name: 'command', title: 'command round trip', count: 20_000, unit: 'µs', read: (m: Measurement) => m.cpuPerItem },
  { name: 'ready', title: 'start to READY, CPU', count: 0, unit: 'ms', read: (m: Measurement) => m.readyCpuMs },
] as const;

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function reported<Message>(child: ChildProcess): Promise<Message> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`ended with ${code} before it reported`);
  });
  const [message] = await Promise.race([once(child, 'message'), failed]);
  return message as Message;
}

async function measure(contender: string, task: string, count: number): Promise<Measurement> {
  const service = fork(script('service.ts'), [task, String(count)]);
  try {
    const { origin, token } = await reported<{ origin: string; token: string }>(service);
    const environment = { ...process.env, NODE_ENV: 'production', BOTWRIGHT_LOG_LEVEL: 'silent' };
    return await reported(
      fork(script(`contenders/${contender}.ts`), [task, String(count), origin, token], { env: environment }),
    );
  } finally {
    service.kill('SIGKILL');
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function row({ name, title, count, unit, read }: (typeof tasks)[number]): Promise<string> {
  const figures = { limit: [] as number[], botwright: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) figures[contender].push(read(await measure(contender, name, count)));
  }
  const limit = median(figures.limit);
  const ours = median(figures.botwright);
  const line = `| ${title} | ${limit.toFixed(1)} ${unit} | ${ours.toFixed(1)} ${unit} | ${(ours / limit).toFixed(2)} |`;
  process.stdout.write(`${line}\n`);
  return line;
}

const lines: string[] = [];
for (const task of tasks) lines.push(await row(task));

await writeFile(
  script('RESULTS.md'),
  `# What a bot costs

Made by \`npm run bench\`. CPU time of the whole process, median of ${rounds} runs each, in turn, messages of about 960 bytes.
Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. "The limit" is written by hand: ws, JSON.parse, a Map lookup
and undici's \`Pool.dispatch\`. A run counts only if every event was handled and every reply had the right content.
Read the ratio: absolute times belong to the machine and to what else it was doing.

| | the limit | Botwright | ratio |
|---|---:|---:|---:|
${lines.join('\n')}
`,
);
