// Measures and writes RESULTS.md; with `--only ingest` it measures one task of a bot and writes nothing. Absolute times
// belong to the machine and to what else it is doing; ratios are what to read.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { botCost } from './bot-cost.ts';
import { memory } from './memory.ts';
import { sandboxCost } from './sandbox-cost.ts';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
if (only === undefined) await measureAll();
else process.stdout.write(await botCost(only));

async function measureAll(): Promise<void> {
  const sections: string[] = [];
  for (const measure of [() => botCost(), memory, sandboxCost]) {
    const section = await measure();
    process.stdout.write(`\n${section}`);
    sections.push(section);
  }
  await writeFile(
    new URL('RESULTS.md', import.meta.url),
    `# Results

Made by \`npm run bench\`, all in one run, on Node ${process.versions.node} with ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. Read the ratios: absolute times belong to the
machine and to what else it was doing. What libraries for bots of another service cost is in
[peers/RESULTS.md](peers/RESULTS.md), made by \`npm run bench:peers\`.

${sections.join('\n')}`,
  );
}
