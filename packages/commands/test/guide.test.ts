import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { goldenLines, type ShortToken } from './support/golden-lines.js';

const guide = new URL('../../../docs/guide/commands.md', import.meta.url);

const header = ['| Written behind the name | Read as | Because |', '|---|---|---|'];

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function told(token: ShortToken): string {
  if (typeof token === 'string') return code(token);
  if ('end' in token) return 'the end of the options';
  const [name, letters] = 'long' in token ? [token.long, 'option'] : [token.short, 'letters'];
  return `${letters} ${code(name)}${token.value === undefined ? '' : ` with ${code(token.value)}`}`;
}

test('P28 the guide tells how lines are read by the table that the parser is tested with', async () => {
  const rows = goldenLines.flatMap(([line, tokens, rule]) =>
    rule === undefined ? [] : [`| ${code(line)} | ${tokens.map(told).join(', ')} | ${rule} |`],
  );
  const text = await readFile(guide, 'utf8');
  const section = text.slice(text.indexOf('### How a line is read')).split('\n## ')[0] ?? '';
  expect(section.split('\n').filter((line) => line.startsWith('|'))).toEqual([...header, ...rows]);
});
