import { median } from './children.ts';
import { botwright, limit, type Measurement, measureInTurns, type Task } from './contest.ts';

interface Row extends Task {
  readonly title: string;
  readonly unit: 'µs' | 'ms';
  /** The ratio that is aimed at. */
  readonly goal: number;
  /** Where the work is so small that each process is a few percent faster or slower than the last, it takes more of them. */
  readonly pairs: number;
}

const rows: readonly Row[] = [
  {
    name: 'ingest',
    title: 'event taken in by a listener',
    count: 500_000,
    warmUp: 300_000,
    unit: 'µs',
    goal: 1.1,
    pairs: 15,
  },
  {
    name: 'unheard',
    title: 'event that nobody listens to',
    count: 500_000,
    warmUp: 300_000,
    unit: 'µs',
    goal: 0.25,
    pairs: 5,
  },
  { name: 'command', title: 'command round trip', count: 60_000, warmUp: 20_000, unit: 'µs', goal: 1.2, pairs: 5 },
  { name: 'rest', title: 'REST call', count: 60_000, warmUp: 20_000, unit: 'µs', goal: 1.1, pairs: 5 },
  { name: 'ready', title: 'start to READY', count: 0, warmUp: 0, unit: 'ms', goal: 1, pairs: 5 },
];

async function figures(row: Row): Promise<string> {
  const read = ({ cpuPerItem, readyCpuMs }: Measurement) => (row.unit === 'ms' ? readyCpuMs : cpuPerItem);
  const limits: number[] = [];
  const ours: number[] = [];
  for (let pair = 0; pair < row.pairs; pair += 1) {
    const [least, own] = await measureInTurns([limit, botwright], row);
    if (least) limits.push(read(least));
    if (own) ours.push(read(own));
  }
  const ratios = ours.map((own, pair) => own / (limits[pair] ?? Number.NaN));
  const inUnit = (values: number[]) => `${median(values).toFixed(1)} ${row.unit}`;
  const { title, goal, pairs } = row;
  const sorted = ratios.toSorted((a, b) => a - b);
  const quarter = (part: number) => (sorted[Math.round((part / 4) * (sorted.length - 1))] ?? Number.NaN).toFixed(2);
  const cells = [
    title,
    inUnit(limits),
    inUnit(ours),
    median(ratios).toFixed(2),
    `${quarter(1)} to ${quarter(3)}`,
    String(pairs),
    goal.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * What a bot costs beside the same work written by hand.
 * @param only - The name of the one task to measure; all of them without it.
 */
export async function botCost(only?: string): Promise<string> {
  const chosen = rows.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`There is no task "${only}": ${rows.map(({ name }) => name).join(', ')}.`);
  const lines: string[] = [];
  for (const row of chosen) lines.push(await figures(row));
  return `## What a bot costs

CPU time of the whole process, median of the pairs of runs; the two of a pair work in turns of 50 ms, and the ratio is the
median of the pairs' own ratios, the middle half of which lies in the range behind it.
Messages are about 960 bytes. "The limit" is written by hand: ws, JSON.parse, a Map lookup and undici's \`Pool.dispatch\`. A
run counts only if every event was handled and every answer had the right content.

Events come in bursts of 64 frames a write: a service that writes each frame alone makes both sides wake up for each, and
the kernel is then most of what is measured. Commands and calls are spread over 50 channels, one at a time in each, since
the calls that create messages in one channel wait for one another. A bot runs for weeks, so the first two or three seconds
are not counted, which are 300,000 events or 20,000 commands: in these V8's compilers are a good part of the CPU time on
both sides, and the larger one on the side that has more code.

| | the limit | Botwright | ratio | middle half | pairs | aim |
|---|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}
`;
}
