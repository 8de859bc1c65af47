/** What people did in the sandbox, and what bots answered, as the sandbox hands it over. */
export interface Recording {
  readonly startedAt: string;
  readonly names: { readonly channels: Readonly<Record<string, string>> };
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly kind: 'act' | 'answer';
  readonly afterMs: number;
  readonly by: string | null;
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** Such a name can stand in a path. */
export function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return name === '' ? 'recording' : name;
}

/** A recording as a test for `@botwright/testing`: the test itself, and what it plays, beside it. */
export function savedTest(recording: Recording, title: string, botFile: string): readonly SavedFile[] {
  const name = fileNameOf(title);
  const played = `${name}.recording.json`;
  const content = testText({ recording, title, botFile, played });
  return [
    { name: `${name}.test.ts`, type: 'text/typescript', content },
    { name: played, type: 'application/json', content: `${JSON.stringify(recording, null, 2)}\n` },
  ];
}

interface TestParts {
  readonly recording: Recording;
  readonly title: string;
  readonly botFile: string;
  readonly played: string;
}

function testText({ recording, title, botFile, played }: TestParts): string {
  return `import { readFile } from 'node:fs/promises';
import { testBot } from '@botwright/testing';
import { expect, test } from 'vitest';
import bot from ${quoted(importPath(botFile))};

const recording: unknown = JSON.parse(await readFile(new URL(${quoted(played)}, import.meta.url), 'utf8'));

${conversationOf(recording)
  .map((line) => `// ${line}\n`)
  .join('')}test(${quoted(title)}, async () => {
  await using it = await testBot(bot, { clock: 'virtual' });
  const { recorded, played, refused } = await it.plays(recording);
  expect(refused).toEqual([]);
  expect(played).toEqual(recorded);
});
`;
}

/** TypeScript is imported under the name that it is compiled to. */
function importPath(file: string): string {
  return file.replace(/\.ts$/, '.js').replace(/^(?!\.{0,2}\/)/, './');
}

function quoted(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[\n\r\u2028\u2029]/g, ' ');
  return `'${escaped}'`;
}

/** What was done and said, a line each. */
export function conversationOf({ steps, names }: Recording): string[] {
  return steps.map(({ by, operation, params, body }) => {
    const channel = names.channels[params?.['channelId'] ?? ''];
    const where = channel === undefined ? '' : ` in #${channel}`;
    return onOneLine(`${by ?? 'somebody'}${where}: ${saidIn(body) ?? operation}`);
  });
}

function saidIn(body: unknown): string | undefined {
  const { content } = (body ?? {}) as { content?: unknown };
  return typeof content === 'string' ? content : undefined;
}

function onOneLine(text: string): string {
  return text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim();
}
