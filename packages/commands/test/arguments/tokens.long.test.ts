import { expect, test } from 'vitest';
import { TokenReader } from '../../src/arguments/tokens.js';

test('#85 doubling any kind of text from 10 characters to a million takes at most 2.5 times as long, and a million 50 ms', async ({
  annotate,
}) => {
  const kinds = [
    '"a ',
    "'",
    '` ',
    '``` ',
    '“a ',
    '\\',
    '--a="',
    '—“',
    'e\u0301\u0300 ',
    '\ud800',
    '\u200b\u202e',
    '<@1> ',
    '(.*)+ ',
    '\0',
  ];
  let steepest = 0;
  let slowest = 0;
  for (const kind of kinds) {
    const { growth, longest } = steadyTimesOf(kind);
    expect(growth, JSON.stringify(kind)).toBeLessThanOrEqual(2.5);
    expect(longest, JSON.stringify(kind)).toBeLessThanOrEqual(50);
    steepest = Math.max(steepest, growth);
    slowest = Math.max(slowest, longest);
  }
  await annotate(`at most ${steepest.toFixed(2)} times as long, a million in ${slowest.toFixed(1)} ms`, 'reached');
}, 120_000);

/** How much longer twice as much took at most, and how long the longest text took. */
function steadyTimesOf(kind: string): { growth: number; longest: number } {
  // Whole pieces, else the end of a text would decide what its beginning means.
  const sizes = Array.from({ length: 18 }, (_, step) => Math.min(10 * 2 ** step, 1e6));
  const texts = sizes.map((size) => kind.repeat(Math.ceil(size / kind.length)));
  let times = texts.map((text) => shortest(text, 3));
  // A pause of the machine is none of the reader's: what is slow stays slow, however often it is measured.
  for (let attempt = 0; attempt < 60 && (growthOf(times) > 2.5 || (times.at(-1) ?? 0) > 50); attempt++) {
    times = texts.map((text, index) => Math.min(times[index] ?? 0, shortest(text, 2)));
  }
  return { growth: growthOf(times), longest: times.at(-1) ?? 0 };
}

function growthOf(times: readonly number[]): number {
  return Math.max(...times.slice(1).map((time, index) => time / (times[index] ?? Number.NaN)));
}

/** Milliseconds for one reading, the shortest of several rounds; a short text is read often enough to be timed. */
function shortest(text: string, rounds: number): number {
  const repeats = Math.ceil(30_000 / text.length);
  const read = () => {
    for (let repeat = 0; repeat < repeats; repeat++) readThrough(text);
  };
  const times = Array.from({ length: rounds }, () => elapsed(read) / repeats);
  return Math.min(...times);
}

function elapsed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** As the binder does, token by token: keeping a million would measure the memory. */
function readThrough(text: string): void {
  const reader = new TokenReader(text);
  while (reader.next() !== undefined);
}
