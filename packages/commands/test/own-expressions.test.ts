import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

test('#88 no expression is built from what a user writes, but for the type regex, which reads it and runs it in a thread of its own', async ({
  annotate,
}) => {
  const built: string[] = [];
  for (const entry of await readdir(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    const lines = (await readFile(join(entry.parentPath, entry.name), 'utf8')).split('\n');
    built.push(...lines.filter((line) => /\bRegExp\(/.test(line)).map((line) => `${entry.name}: ${line.trim()}`));
  }
  expect(built).toEqual([
    'pattern-thread.ts: const found = new RegExp(source, flags).exec(text);',
    'regex.ts: new RegExp(source, flags);',
    "team-things.ts: compiledEmoji ??= new RegExp(emojiShape, 'v');",
  ]);
  await annotate('0 built from user text and run outside the thread of regex()', 'reached');
});
