import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arg, Command, Flag, integer, member, Option, oneOf, text } from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'roll', summary: 'Roll dice.', examples: ['roll 2 red'] })
class Roll {
  @Arg(integer({ min: 1, max: 20 }), 'how many') count!: number;
  @Arg(oneOf('red', 'blue').optional(), 'which colour') colour?: 'red' | 'blue';
  @Flag('secretly') secret = false;
  @Option(text({ max: 5 }), 'why') why?: string;

  run(): void {}
}

@Command({ name: 'greet', summary: 'Greet a member.' })
class Greet {
  @Arg(member(), 'whom') target!: { id: string };

  run(): void {}
}

async function answerTo(content: string, help?: false): Promise<string> {
  const team = new TestTeam();
  for (const name of ['dea`', 'deb', '@everyone']) team.addMember(name);
  await team.says(team.commands([Roll, Greet], help === false ? { help } : {}), content);
  return team.lastText ?? '';
}

describe('the answer to a mistake', () => {
  test('says what is wrong, points at it, and shows how it is done', async () => {
    expect(await answerTo('!roll many red')).toBe(
      [
        '`count` has to be a whole number such as 3.',
        '```text',
        '!roll many red',
        '      ^^^^',
        '```',
        'Usage: `!roll <count> [colour] [--secret] [--why <text>]`',
        'Example: `!roll 2 red`',
        'More: `!help roll`',
      ].join('\n'),
    );
  });

  test('does not name a help that is not there', async () => {
    expect(await answerTo('!roll', false)).not.toContain('help');
  });

  test.each([
    ['!roll', '`count` is missing.'],
    ['!roll 0', '`count` has to be from 1 to 20.'],
    ['!roll 1 green', '`colour` has to be one of `red`, `blue`.'],
    ['!roll 1 rde', '`colour` has to be one of `red`, `blue`. Did you mean `red`?'],
    ['!roll 1 bleu', '`colour` has to be one of `red`, `blue`. Did you mean `blue`?'],
    ['!roll 1 blu', '`colour` has to be one of `red`, `blue`. Did you mean `blue`?'],
    ['!roll 1 red 3', 'This is one argument too many. Put quotes around words that belong together.'],
    ['!roll 1 --loudly', 'There is no option `--loudly`.'],
    ['!roll 1 --secre', 'There is no option `--secre`. Did you mean `--secret`?'],
    ['!roll 1 --why', '`--why` needs a value behind it.'],
    ['!roll 1 --why="too long"', '`--why` has to be at most 5 characters long, and is 8.'],
    ['!roll 1 --secret --secret', '`--secret` is given twice.'],
    [`!roll ${'x'.repeat(4000)}`, 'This is too long: 4000 characters are the most I read.'],
    [
      `!roll 1 ${'-- '.repeat(1)}${'x '.repeat(300)}`,
      'This is one argument too many. Put quotes around words that belong together.',
    ],
    ['!greet cy', '`target`: there is no such member.'],
    ['!greet de', '`target` fits 2 members: `deaˋ (deaˋ-id)`, `deb (deb-id)`. Write the whole name, or the id.'],
  ])('to %j begins with its own sentence', async (content, sentence) => {
    expect((await answerTo(content)).split('\n')[0]).toBe(sentence);
  });

  test('points behind the text when something is missing', async () => {
    expect(await answerTo('!roll  ')).toContain('!roll  \n      ^');
  });

  test('shows only the line that is wrong, cut around the place when it is long', async () => {
    const answer = await answerTo(`!roll\n11111 --why="${'far '.repeat(30)}"`);
    const [, , line, carets] = answer.split('\n');
    expect(line).toBe(`11111 --why="${'far '.repeat(16)}far…`);
    expect(carets).toMatch(/^\^{5}$/);
  });

  test('shows what is invisible, and lets nothing change the direction of reading', async () => {
    expect(await answerTo('!roll\ta\u202eb\u200bc')).toContain('!roll a\ufffdb\ufffdc\n      ^^^^^');
  });

  test('mentions nobody', async () => {
    const answer = await answerTo('!roll <@ada-id> @everyone');
    expect(answer).not.toMatch(/<@ada-id>|@everyone/);
  });

  test('#171 the excerpt in an answer cannot be broken out of its code by 10,000 texts with backticks', async () => {
    const team = new TestTeam();
    const commands = team.commands([Roll]);
    const backticks = fc.integer({ min: 1, max: 10 }).map((count) => '`'.repeat(count));
    const written = fc
      .array(fc.oneof(backticks, fc.constantFrom('\n', ' ', '~~~', 'text', '\\', '--')), {
        minLength: 1,
        maxLength: 12,
      })
      .map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(written, async (evil) => {
        team.sent.length = 0;
        await team.says(commands, `!roll x${evil}`);
        const [first, open, line, carets, close, ...rest] = (team.lastText ?? '').split('\n');
        expect([open, close]).toEqual(['```text', '```']);
        expect(first?.replace(/`[^`]+`/g, '')).not.toContain('`');
        expect(line).not.toContain('`');
        expect(carets).toMatch(/^ *\^+$/);
        expect(rest).toHaveLength(3);
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);

  test('fits into one message, whatever was written', async () => {
    const team = new TestTeam();
    const commands = team.commands([Roll, Greet]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 4000 }), async (written) => {
        team.sent.length = 0;
        await team.says(commands, `!roll ${written}`);
        expect((team.lastText ?? '').length).toBeLessThanOrEqual(2000);
      }),
      { numRuns: 100 },
    );
  }, 30_000);
});
