import { median, reported, start } from './children.ts';

interface Measurement {
  readonly cpuPerItem: number;
  readonly readyCpuMs: number;
}

const rounds = 5;
const contenders = ['limit', 'botwright'] as const;

const perItem = { unit: 'µs', read: ({ cpuPerItem }: Measurement) => cpuPerItem };
const atReady = { unit: 'ms', read: ({ readyCpuMs }: Measurement) => readyCpuMs };

const tasks = [
  { name: 'ingest', title: 'event taken in by a listener', count: 200_000, ...perItem },
  { name: 'unheard', title: 'event that nobody listens to', count: 200_000, ...perItem },
  { name: 'command', title: 'command round trip', count: 20_000, ...perItem },
  { name: 'ready', title: 'start to READY', count: 0, ...atReady },
] as const;

async function measure(contender: string, task: string, count: number): Promise<Measurement> {
  const service = start('contenders/service.ts', { args: [task, String(count)] });
  try {
    const { origin, token } = await reported<{ origin: string; token: string }>(service);
    const environment = { ...process.env, NODE_ENV: 'production', BOTWRIGHT_LOG_LEVEL: 'silent' };
    return await reported(
      start(`contenders/${contender}.ts`, { args: [task, String(count), origin, token], environment }),
    );
  } finally {
    service.kill('SIGKILL');
  }
}

async function row({ name, title, count, unit, read }: (typeof tasks)[number]): Promise<string> {
  const figures = { limit: [] as number[], botwright: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) figures[contender].push(read(await measure(contender, name, count)));
  }
  const limit = median(figures.limit);
  const ours = median(figures.botwright);
  return `| ${title} | ${limit.toFixed(1)} ${unit} | ${ours.toFixed(1)} ${unit} | ${(ours / limit).toFixed(2)} |`;
}

/** What a bot costs beside the same work written by hand. */
export async function botCost(): Promise<string> {
  const rows: string[] = [];
  for (const task of tasks) rows.push(await row(task));
  return `## What a bot costs

CPU time of the whole process, median of ${rounds} runs each, in turn, messages of about 960 bytes. "The limit" is written by
hand: ws, JSON.parse, a Map lookup and undici's \`Pool.dispatch\`. A run counts only if every event was handled and every
reply had the right content.

| | the limit | Botwright | ratio |
|---|---:|---:|---:|
${rows.join('\n')}
`;
}
