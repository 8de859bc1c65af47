import { median } from './children.ts';
import { botwright, limit, measure } from './contest.ts';

const rounds = 3;
const events = 1_000_000;
const authors = 100_000;

/** What a bot keeps of what it has seen. */
export async function memory(): Promise<string> {
  const task = { name: 'heap', count: events, warmUp: 200_000 } as const;
  const lines: string[] = [];
  for (const [contender, title] of [
    [limit, 'the limit'],
    [botwright, 'Botwright'],
  ] as const) {
    const growths: number[] = [];
    const heaps: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { beginHeap, endHeap } = await measure(contender, task, ['--expose-gc']);
      growths.push(endHeap - beginHeap);
      heaps.push(beginHeap);
    }
    const growth = median(growths);
    const share = (100 * growth) / median(heaps);
    const megabytes = (median(heaps) / 1e6).toFixed(1);
    lines.push(`| ${title} | ${megabytes} MB | ${share.toFixed(1)} % | ${(growth / authors).toFixed(2)} bytes |`);
  }
  return `## What a bot remembers

The heap after a collection, before and after ${events.toLocaleString('en')} messages by ${authors.toLocaleString('en')} authors; median of ${rounds} runs. The bot has a
listener and a command. The aim is a growth below 5 %, and below 1 byte for each author.

| | heap | growth | growth an author |
|---|---:|---:|---:|
${lines.join('\n')}
`;
}
