import { describe, expect, test } from 'vitest';
import { tokenize } from '../src/arguments/tokens.js';
import {
  Arg,
  Command,
  type CommandClass,
  type CommandContext,
  CommandGroup,
  Flag,
  integer,
  Needs,
  Rest,
  text,
} from '../src/index.js';
import { goldenLines, shorten } from './support/golden-lines.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'ping', summary: 'Answer.' })
class Ping {
  run(): void {}
}

@Command({
  name: 'kick',
  summary: 'Remove a member.',
  category: 'moderation',
  examples: ['kick 1 why', 'kick 2'],
  aliases: ['k'],
})
@Needs('KICK_MEMBERS')
class Kick {
  @Arg(integer(), 'how often') times!: number;
  @Flag('without a word', { short: 's' }) silent = false;
  @Rest(text().optional(), 'the reason') reason?: string;

  run(): void {}
}

@Command({ name: 'todo add', summary: 'Put something on the list.' })
@CommandGroup({ name: 'todo', summary: 'The list of this channel.' })
class TodoAdd {
  run(): void {}
}

@Command({ name: 'todo clear', summary: 'Empty the list.' })
@Needs('DELETE_MESSAGES')
class TodoClear {
  run(): void {}
}

@Command({ name: 'secret', summary: 'Not for everybody.', hidden: true })
class Secret {
  run(): void {}
}

const all: readonly CommandClass[] = [Ping, Kick, TodoAdd, TodoClear, Secret];

async function answerTo(content: string, roles: readonly string[] = []): Promise<string | undefined> {
  const team = new TestTeam();
  team.addRole('kicker', 3, 'KICK_MEMBERS');
  team.addMember('ada', { roles });
  team.addMember('botty', { id: 'bot0', roles: ['kicker'] });
  await team.says(team.commands(all), content);
  return team.lastText;
}

const listForAda = [
  'My prefix is `!`. Here you can use:',
  '',
  '- `!ping`: Answer.',
  '- `!todo add`: Put something on the list.',
  '- `!help`: List what you can do here, or explain one command.',
  '',
  'More about one: `!help <command>`',
].join('\n');

describe('help', () => {
  test('lists what the asker may run here', async () => {
    expect(await answerTo('!help')).toBe(listForAda);
  });

  test('lists more to whom may do more, under the headings of the categories', async () => {
    expect(await answerTo('!help', ['kicker'])).toContain('\n**moderation**\n- `!kick`: Remove a member.\n');
  });

  test('is what mentioning the bot alone asks for', async () => {
    expect(await answerTo(' <@bot0>'.trim())).toBe(listForAda);
    expect(await answerTo('<@bot0> \n')).toBe(listForAda);
  });

  test.each(['!help kick', '!help !kick', '!help K', '!HELP  kick'])('explains one command to %j', async (content) => {
    expect(await answerTo(content)).toBe(
      [
        '`!kick <times> [--silent] [reason…]`',
        'Remove a member.',
        '- `times` (integer): how often',
        '- `reason` (text): the reason',
        '- `--silent` or `-s`: without a word',
        'Also: `!k`',
        'You and I need the permission to kick members.',
        'Examples: `!kick 1 why`, `!kick 2`',
      ].join('\n'),
    );
  });

  const todoHelp = '`!todo`: The list of this channel.\n\n- `!todo add`: Put something on the list.';

  test.each(['!help todo', '!todo', '!TODO \n'])('explains a group to %j', async (content) => {
    expect(await answerTo(content)).toBe(todoHelp);
  });

  test.each(['!help todo ad', '!todo ad milk', '<@bot0> todo ad milk'])(
    'says what was nearly meant to %j',
    async (content) => {
      expect(await answerTo(content)).toBe(
        `There is no command \`!todo ad\`. Did you mean \`!todo add\`?\n${todoHelp}`,
      );
    },
  );

  test('suggests only what the asker may run, and what is listed', async () => {
    expect(await answerTo('!help kik')).toBe('There is no command `!kik`.');
    for (const slip of ['kik', 'kcik', 'kikc', 'ckki']) {
      const hint = slip === 'ckki' ? '' : ' Did you mean `!kick`?';
      expect(await answerTo(`!help ${slip}`, ['kicker'])).toBe(`There is no command \`!${slip}\`.${hint}`);
    }
    expect(await answerTo('!help secrt')).toBe('There is no command `!secrt`.');
  });

  test('explains a hidden command to whom knows its name', async () => {
    expect(await answerTo('!help secret')).toContain('Not for everybody.');
  });

  test('echoes nothing that could mention or format', async () => {
    expect(await answerTo('!help `**@everyone**`')).toBe('There is no command `!ˋ**@\u200beveryone**ˋ`.');
  });

  test('P24 comes in pages of one message each, which name the next', async () => {
    const many = Array.from({ length: 50 }, (_, index) => {
      class Numbered {
        run(): void {}
      }
      Command({ name: `number${index}`, summary: 'A command that is one of many.' })(Numbered);
      return Numbered;
    });
    const team = new TestTeam();
    const commands = team.commands(many);
    const seen: string[] = [];
    for (const page of ['!help', '!help 2', '!help 3']) {
      await team.says(commands, page);
      seen.push(...(team.lastText?.match(/number\d+/g) ?? []));
      expect(team.lastText?.length).toBeLessThanOrEqual(2000);
    }
    expect(seen).toEqual(many.map((_, index) => `number${index}`));
    expect(team.sent[0]?.content).toMatch(/Next page: `!help 2`.*\n\nPage 1 of 3$/s);
    expect(team.lastText).toMatch(/Page 3 of 3$/);
    expect(team.lastText).not.toContain('Next page');
    await team.says(commands, '!help 4');
    expect(team.lastText).toBe('There is no page 4: the last one is 3.');
  });

  test('P24 looks for words in names and summaries, and lists a heading', async () => {
    expect(await answerTo('!help the list')).toBe(
      'These have to do with `the list`:\n\n- `!todo add`: Put something on the list.',
    );
    expect(await answerTo('!help Moderation', ['kicker'])).toContain('Under `moderation` you can use:');
    expect(await answerTo('!help moderation')).toBe('There is no command `!moderation`.');
  });

  test('P28 shows examples that are read as they were declared, when somebody takes them from there', async () => {
    const lines = goldenLines.flatMap(([line, tokens, rule]) =>
      rule && !line.includes('`') ? [{ line, tokens }] : [],
    );
    const team = new TestTeam();
    for (const { line, tokens } of lines) {
      class Sample {
        run(): void {}
      }
      Command({ name: 'sample', summary: 'Reads.', examples: [`sample ${line}`] })(Sample);
      await team.says(team.commands([Sample]), '!help sample');
      const shown = /^Examples: `!sample (.*)`$/m.exec(team.lastText ?? '')?.[1] ?? '';
      expect(tokenize(shown).map(shorten)).toEqual(tokens);
    }
  });

  test('takes its headings from whoever knows where a command came from', async () => {
    const team = new TestTeam();
    await team.says(team.commands([Ping], { categoryOf: (from) => (from === Ping ? 'games' : undefined) }), '!help');
    expect(team.lastText).toContain('**games**\n- `!ping`');
  });

  test('puts what stands under no heading first, so that it does not seem to belong to one', async () => {
    const team = new TestTeam();
    await team.says(team.commands([Ping], { categoryOf: (from) => (from === Ping ? 'games' : undefined) }), '!help');
    expect(team.lastText).toMatch(/use:\n\n- `!help`[^\n]*\n\n\*\*games\*\*\n- `!ping`/);
  });

  test('can be left out, and another can take its place', async () => {
    @Command({ name: 'help', summary: 'My own.' })
    class MyHelp {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.reply(`I know ${ctx.commands.commands.length} commands`);
      }
    }
    const team = new TestTeam();
    expect(team.commands([Ping], { help: false }).handle(team.messageEvent('!help'))).toBeUndefined();
    const commands = team.commands([Ping, MyHelp], { help: false });
    for (const content of ['!help', '<@bot0>']) {
      await team.says(commands, content);
      expect(team.lastText).toBe('I know 2 commands');
    }
  });
});
