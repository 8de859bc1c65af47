import { expect, test } from 'vitest';
import { Arg, Command, Cooldown, commandsAsMarkdown, Flag, Needs, oneOf } from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'paint', summary: 'Paint *it*.', category: 'art', aliases: ['p'], examples: ['paint red'] })
@Needs('MANAGE_CHANNELS')
@Cooldown({ uses: 2, per: '1m' })
class Paint {
  @Arg(oneOf('red', 'blue'), 'which | what') colour!: string;
  @Flag('without a word') silent = false;

  run(): void {}
}

@Command({ name: 'secret', summary: 'Hidden.', hidden: true })
class Secret {
  run(): void {}
}

test('P24 help comes as a Markdown document too, in which nothing formats that should not', () => {
  const commands = new TestTeam().commands([Paint, Secret], { help: false });
  expect(commandsAsMarkdown(commands.describe(), { prefix: '!' })).toMatchInlineSnapshot(`
    "# Commands

    ## art

    ### \`!paint\`

    Paint \\*it\\*.

    \`!paint <colour> [--silent]\`

    | Argument | What it is |
    | --- | --- |
    | \`colour\` (red\\|blue) | which \\| what |
    | \`--silent\` | without a word |

    Also: \`!p\`

    You and I need the permission to manage channels.

    At most 2 times in 1 minute for each person.

    Examples: \`!paint red\`
    "
  `);
});
