import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arg, Command, either, Flag, InputRefused, integer, member, Option, oneOf, text } from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'roll', summary: 'Roll dice.', examples: ['roll 2 red'] })
class Roll {
  @Arg(integer({ min: 1, max: 20 }), 'how many') count!: number;
  @Arg(oneOf('red', 'blue').optional(), 'which colour') colour?: 'red' | 'blue';
  @Flag('secretly') secret = false;
  @Option(integer({ max: 9 }), 'how much more') bonus?: number;
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
        'Usage: `!roll <count> [colour] [--secret] [--bonus <integer>] [--why <text>]`',
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
    ['!roll 1 --bonus 10', '`--bonus` has to be at most 9.'],
    ['!roll 1 --bonus -9007199254740992', '`--bonus` has to be from -9007199254740991 to 9.'],
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

@Command({ name: 'show', summary: 'Show some.' })
class Show {
  @Arg(either(integer(), oneOf('all', 'none')), 'which') which!: number | 'all' | 'none';
  @Arg(either(text({ max: 3 }), either(integer({ min: 1, max: 9 }), oneOf('last'))).optional(), 'from') from?:
    | string
    | number;

  run(): void {}
}

@Command({ name: 'ask', summary: 'Ask.' })
class Ask {
  @Arg(either(member(), oneOf('everybody', 'nobody')), 'whom') whom!: { id: string } | 'everybody' | 'nobody';

  run(): void {}
}

describe('what none of several types takes', () => {
  async function lineFor(content: string, options = {}): Promise<string | undefined> {
    const team = new TestTeam();
    team.addMember('dora');
    await team.says(team.commands([Show, Ask], options), content);
    return team.lastText?.split('\n')[0];
  }

  test.each([
    ['!show some', '`which` has to be a whole number such as 3, or one of `all`, `none`.'],
    ['!show nnoe', '`which` has to be a whole number such as 3, or one of `all`, `none`. Did you mean `none`?'],
    ['!show 1 later', '`from` has to be at most 3 characters long, or a whole number such as 3, or one of `last`.'],
    ['!show 1 1000', '`from` has to be at most 3 characters long, or from 1 to 9, or one of `last`.'],
    [
      '!ask zoe',
      '`whom` has to be one member: a mention, an id or a name, or one of `everybody`, `nobody`. `whom`: there is no such member.',
    ],
    [
      '!ask doro',
      '`whom` has to be one member: a mention, an id or a name, or one of `everybody`, `nobody`. `whom`: there is no such member. Did you mean `dora`?',
    ],
  ])('is answered with all that would have done: %s', async (content, line) => {
    expect(await lineFor(content)).toBe(line);
  });

  test('is so in German as well', async () => {
    const german = { language: 'de' };
    expect(await lineFor('!show nnoe', german)).toBe(
      '`which` muss eine ganze Zahl wie 3, oder eines von `all`, `none` sein. Meintest du `none`?',
    );
    expect(await lineFor('!show 1 later', german)).toBe(
      '`from` muss höchstens 3 Zeichen lang, oder eine ganze Zahl wie 3, oder eines von `last` sein.',
    );
  });

  test('is told as data, each problem of its own, however deep', async () => {
    const team = new TestTeam();
    const invocation = await team.says(team.commands([Show]), '!show 1 later');
    if (invocation?.outcome !== 'refused' || !(invocation.error instanceof InputRefused)) expect.fail('it was refused');
    expect(invocation.error.problem).toEqual({
      code: 'NONE_FITS',
      problems: [
        { code: 'WRONG_LENGTH', length: 5, least: undefined, most: 3 },
        { code: 'NOT_WANTED', wanted: 'integer' },
        { code: 'NOT_ONE_OF', choices: ['last'], near: [] },
      ],
    });
  });
});
