import { createLog } from '@botwright/core';
import { describe, expect, test } from 'vitest';
import { Arg, Command, type CommandContext, member, personLabel, Rest, text } from '../../src/index.js';
import { TestTeam } from '../support/team.js';

const controls = [
  '\r\n{"level":60,"msg":"forged"}',
  '\n',
  '\r',
  '\u001b[2J\u001b[31mred',
  '\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u009b31m',
  '\u009d8;;https://evil.example\u009c',
  '\0',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202egnp.exe',
  '\u2066\u2067\u2069',
  '\u200e\u200f\u061c',
  '\u200b\u200d\ufeff',
  '\udc00\ud800',
];

const hostileNames = [...controls.map((control) => `eve${control}`), ...controls.map((control) => `${control}bob`)];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const raw = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

@Command({ name: 'fail', summary: 'Fail.' })
class Fail {
  @Rest(text(), 'what') what!: string;

  run(context: CommandContext): void {
    context.log.info({ username: context.author.username, what: this.what }, `failing for ${context.author.username}`);
    throw new Error(this.what);
  }
}

@Command({ name: 'greet', summary: 'Greet.' })
class Greet {
  @Arg(member(), 'whom') whom!: { id: string };

  run(): void {}
}

describe('hostile names', () => {
  test('#181 with line ends, escape sequences, NUL and marks of direction leave one log record per event and no raw control byte', async ({
    annotate,
  }) => {
    const chunks: string[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => chunks.push(line) } });
    const team = new TestTeam();
    const commands = team.commands([Fail], { client: { ...team.client, log } });
    for (const username of hostileNames) {
      chunks.length = 0;
      await commands.handle(team.messageEvent(`!fail x${username}`, { username }));
      const written = chunks.join('');
      expect(written).not.toMatch(raw);
      const lines = written.trimEnd().split('\n');
      expect(lines).toHaveLength(2);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: expect.stringContaining('failing for') });
      expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 50, command: 'fail' });
    }
    await annotate(`${hostileNames.length} names: 1 record per event, 0 raw control bytes`, 'reached');
  });

  const lookalikes = [
    'аda',
    'ada\u200b',
    '\u202eada',
    'ada\u202e',
    'ａda',
    'ada\u0301',
    'a\u00adda',
    'ada (ada-id)',
    'ada`',
  ];

  test('#186 that are turned round or look alike are shown with their id, and without a mark that turns anything', async ({
    annotate,
  }) => {
    for (const [index, username] of [...lookalikes, ...hostileNames, 'x'.repeat(500)].entries()) {
      const label = personLabel({ username, id: `id-${index}` });
      expect(label.endsWith(`(id-${index})\``)).toBe(true);
      expect(label.slice(1, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`]/u);
      expect(label.length).toBeLessThan(100);
    }
    const team = new TestTeam();
    for (const [index, username] of lookalikes.entries()) team.addMember(username, { id: `id-${index}` });
    await team.says(team.commands([Greet]), '!greet ad');
    const first = (team.lastText ?? '').split('\n')[0] ?? '';
    const shown = [...first.matchAll(/`([^`]*\([\w-]+\))`/g)].map(([, name]) => name ?? '');
    expect(shown).toHaveLength(5);
    for (const name of shown) expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    await annotate(`${lookalikes.length + hostileNames.length + 1} names: id always shown, 0 controls left`, 'reached');
  });
});
