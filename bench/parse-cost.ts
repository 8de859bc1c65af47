// Measures how long a line of a chat takes to be split, beside the smallest splitter that could work and beside others.
// Run by hand: `node bench/parse-cost.ts`, after a build. Others are measured when bench/peers has them installed.
import { Bench } from 'tinybench';
import { TokenReader } from '../packages/commands/dist/arguments/tokens.js';
import { Command } from '../packages/commands/dist/decorators.js';
import { Registry } from '../packages/commands/dist/registry.js';
import { load } from './peers/load.ts';

const line = 'ban <@123456789012345678> 7d --delete-days=3 "spamming the channel" rest of it';
const growthSizes = [1_000, 10_000, 100_000, 1_000_000];
const space = 0x20;
const quote = 0x22;

/** Words and what stands between straight quotes, without positions, escapes or options: the least that anybody needs. */
function handWritten(source: string): string[] {
  const words: string[] = [];
  let index = 0;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === space) {
      index++;
      continue;
    }
    const isQuote = code === quote;
    const start = isQuote ? index + 1 : index;
    index = start;
    while (index < source.length && source.charCodeAt(index) !== (isQuote ? quote : space)) index++;
    words.push(source.slice(start, index));
    if (isQuote) index++;
  }
  return words;
}

/** With positions, every pair of quotes, escapes, options and code blocks. */
function ours(source: string): number {
  const reader = new TokenReader(source);
  let tokens = 0;
  while (reader.next() !== undefined) tokens++;
  return tokens;
}

const titles = new Map([['mri', 'string-argv + mri']]);

type Split = (source: string) => unknown;

/** Imports from bench/peers, so that nobody needs them who does not compare. */
async function peer(
  name: string,
  make: (exports: Record<string, unknown>) => Split,
): Promise<[string, Split] | undefined> {
  try {
    return [titles.get(name) ?? name, make(await load(name))];
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    process.stdout.write(`${name} is left out: npm install --prefix bench/peers ${name}\n`);
    return undefined;
  }
}

interface Lexure {
  Lexer: new (options: object) => { run(text: string): unknown };
  Parser: new (strategy: object) => { run(tokens: unknown): unknown };
  PrefixedStrategy: new (prefixes: string[], separators: string[]) => object;
}

function lexure({ Lexer, Parser, PrefixedStrategy }: Lexure): Split {
  const lexer = new Lexer({ quotes: [['"', '"']] });
  const parser = new Parser(new PrefixedStrategy(['--'], ['=']));
  return (source) => parser.run(lexer.run(source));
}

/** mri wants words, which string-argv makes. */
async function stringArgv(): Promise<(source: string) => readonly string[]> {
  const found = await peer('string-argv', (exports) => exports['default'] as Split);
  return found === undefined ? handWritten : (found[1] as (source: string) => readonly string[]);
}

async function contenders(): Promise<Map<string, Split>> {
  const argv = await stringArgv();
  const found = await Promise.all([
    peer('@sapphire/lexure', (exports) => lexure(exports as unknown as Lexure)),
    peer('mri', (exports) => {
      const mri = exports['default'] as (words: readonly string[]) => unknown;
      return (source) => mri(argv(source));
    }),
    peer('yargs-parser', (exports) => (exports as { default: Split }).default),
  ]);
  const own: [string, Split][] = [
    ['written by hand', handWritten],
    ['Botwright', ours],
  ];
  return new Map([...own, ...found.filter((one) => one !== undefined)]);
}

/** Nanoseconds for one line: the quickest of several rounds, since whatever else the machine does only adds. */
async function measure(): Promise<Map<string, number>> {
  const bench = new Bench({ time: 300 });
  for (const [name, split] of await contenders()) {
    bench.add(name, () => {
      for (let repeat = 0; repeat < 1000; repeat++) split(line);
    });
  }
  await bench.run();
  return new Map(
    bench.tasks.map(({ name, result }) => [name, 'latency' in result ? result.latency.min * 1000 : Number.NaN]),
  );
}

function growth(): string[] {
  return growthSizes.map((size) => {
    const text = `${line} `.repeat(Math.ceil(size / line.length));
    const times = Array.from({ length: 10 }, () => {
      const start = performance.now();
      ours(text);
      return performance.now() - start;
    });
    const perKib = (Math.min(...times) * 1000 * 1024) / text.length;
    return `| ${size.toLocaleString('en')} characters | ${perKib.toFixed(2)} µs a KiB |`;
  });
}

/** Nanoseconds to find the last of so many commands, and to find that there is none: the quickest of several rounds. */
function findingAmong(count: number): number {
  const classes = Array.from({ length: count }, (_, index) => {
    class Numbered {
      run(): void {}
    }
    Command({ name: `command${index}`, summary: 'One of many.' })(Numbered);
    return Numbered;
  });
  const registry = new Registry([{ commands: classes }]);
  const texts = [`command${count - 1} and more`, 'nothing of the kind'];
  const repeats = 10_000;
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    for (let repeat = 0; repeat < repeats; repeat++) for (const text of texts) registry.find(text);
    return performance.now() - start;
  });
  return (Math.min(...times) * 1e6) / (repeats * texts.length);
}

const times = await measure();
const byHand = times.get('written by hand') ?? Number.NaN;
const rows = [...times].map(([name, ns]) => `| ${name} | ${ns.toFixed(0)} ns | ${(ns / byHand).toFixed(2)} |`);
process.stdout.write(`\n| | a line | ratio |\n|---|---:|---:|\n${rows.join('\n')}\n\n`);
process.stdout.write(`Botwright alone:\n\n| | |\n|---|---:|\n${growth().join('\n')}\n`);
const [few, many] = [findingAmong(10), findingAmong(10_000)];
process.stdout.write(
  `\nA command found among 10,000: ${many.toFixed(0)} ns, ${(many / few).toFixed(2)} times as long as among 10.\n`,
);
