import { VirtualClock } from '@botwright/clock';
import { OptionInvalid } from '@botwright/core';
import { describe, expect, test } from 'vitest';
import { Command, type CommandContext, CommandGroup, CommandInvalid, type CommandsOptions } from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'ping', summary: 'Answer.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply(`pong ${ctx.prefix}`);
  }
}

@Command({ name: 'todo list', summary: 'List.' })
@CommandGroup({ name: 'todo', summary: 'To-do.', default: 'list' })
class TodoList {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('the list');
  }
}

async function answerTo(content: string, options: Partial<CommandsOptions>, from = {}): Promise<string | undefined> {
  const team = new TestTeam();
  await team.says(team.commands([Ping, TodoList], options), content, from);
  return team.lastText;
}

describe('prefixes', () => {
  test.each([
    ['P2 the longest of several wins', '!!ping', { prefix: ['!', '!!'] }],
    ['P2 an expression of the author', 'bot, ping', { prefix: [/(?:bot|robot),/y, '!'] }],
    ['P2 case may be ignored', 'BOT PING', { prefix: 'bot', prefixCase: 'ignored' }],
    ['P2 white space may follow', '!\n\u3000ping', {}],
  ] as const)('%s', async (_rule, content, options) => {
    expect(await answerTo(content, options)).toMatch(/^pong/);
  });

  test('P2 an expression that could match further on is refused', () => {
    expect(() => new TestTeam().commands([Ping], { prefix: /bot/ })).toThrow(OptionInvalid);
  });

  test('P1 P2 a direct message may lack the prefix, or call nothing', async () => {
    const direct = { teamId: null };
    expect(await answerTo('ping', {}, direct)).toBeUndefined();
    expect(await answerTo('!ping', {}, direct)).toBe('pong !');
    expect(await answerTo('ping', { directMessages: 'bare' }, direct)).toBe('pong !');
    expect(await answerTo('!ping', { directMessages: 'bare' }, direct)).toBe('pong !');
    expect(await answerTo('ping', { directMessages: 'bare' })).toBeUndefined();
    expect(await answerTo('!ping', { directMessages: 'ignored' }, direct)).toBeUndefined();
  });

  test('P2 mentioning the bot alone tells the prefix, and the bot’s own role counts as the bot', async () => {
    expect(await answerTo('<@bot0>', { prefix: '?' })).toMatch(/^My prefix is `\?`/);
    const team = new TestTeam();
    team.roles.set('botrole', { ...team.addRole('botrole', 1), botScope: { userId: 'bot0' } });
    team.addRole('other', 2);
    const commands = team.commands([Ping]);
    await team.says(commands, '<@&other> ping');
    expect(team.sent).toEqual([]);
    await team.says(commands, '<@&botrole> ping');
    await team.says(commands, '<@&botrole>');
    expect(team.sent.map(({ content }) => content.slice(0, 12))).toEqual(['pong !', 'My prefix is']);
    expect(team.calls.filter((call) => call === 'GET /teams/team0/roles')).toHaveLength(1);
  });

  test('P2 of a team stand in place of the bot’s, are asked for once a minute, and may be forgotten', async () => {
    let asked = 0;
    let prefixes = ['?'];
    const clock = new VirtualClock();
    const teamSettings = async () => {
      asked++;
      return { prefixes };
    };
    const team = new TestTeam();
    const commands = team.commands([Ping], { teamSettings, clock });
    await Promise.all([team.says(commands, '?ping'), team.says(commands, '!ping')]);
    expect([asked, team.lastText, team.sent.length]).toEqual([1, 'pong ?', 1]);
    expect(commands.handle(team.messageEvent('nothing'))).toBeUndefined();
    prefixes = ['#'];
    await team.says(commands, '#ping');
    expect(team.sent).toHaveLength(1);
    commands.forgetTeamSettings(team.id);
    await team.says(commands, '#ping');
    expect([asked, team.lastText]).toEqual([2, 'pong #']);
    await clock.advance(60_001);
    await team.says(commands, '#ping');
    expect(asked).toBe(3);
  });

  test('P2 of a person come beside those of the place', async () => {
    const options = { userPrefixes: (userId: string) => (userId === 'ada-id' ? ['ada:'] : []) };
    expect(await answerTo('ada: ping', options)).toBe('pong !');
    expect(await answerTo('!ping', options)).toBe('pong !');
  });

  test('P2 of the code hold when those of a team cannot be read', async () => {
    const team = new TestTeam();
    const commands = team.commands([Ping], { teamSettings: () => Promise.reject(new Error('the disk is full')) });
    await team.says(commands, '!ping');
    expect(team.lastText).toBe('pong !');
    expect(team.logLines).toContainEqual(expect.objectContaining({ level: 40, teamId: 'team0' }));
  });

  test.each(['', ' ', '\n\u3000'])(
    '#88 the blank prefix %j is refused in code and ignored from a team',
    async (blank) => {
      const team = new TestTeam();
      expect(() => team.commands([Ping], { prefix: blank })).toThrow(OptionInvalid);
      const commands = team.commands([Ping], { teamSettings: () => ({ prefixes: [blank, '?'] }) });
      await team.says(commands, 'ping');
      expect(team.sent).toEqual([]);
      await team.says(commands, '?ping');
      expect(team.lastText).toBe('pong ?');
    },
  );

  test('#88 prefixes of expression characters, mentions, dotted I and ß, and 10,000 teams’ own are compared literally', async ({
    annotate,
  }) => {
    const table: [prefix: string, same: string[], other: string[]][] = [
      ['.*', ['.*ping'], ['..ping', 'xxping', '.ping']],
      ['(a+)+$', ['(a+)+$ping'], ['aaaaping']],
      ['[x]', ['[x]ping'], ['xping']],
      ['\\d', ['\\dping'], ['3ping']],
      ['<@bot1>', ['<@bot1>ping', '<@bot0>ping'], ['<@bot2>ping']],
      ['İ', ['İping', 'İPING'], ['iping', 'Iping', 'i̇ping', 'ıping']],
      ['ß', ['ßping'], ['ssping', 'SSping', 'sping']],
      ['i', ['iping', 'Iping'], ['İping', 'ıping']],
    ];
    for (const [prefix, same, other] of table) {
      for (const content of same) {
        const answer = await answerTo(content, { prefix, prefixCase: 'ignored' });
        expect(answer?.replaceAll('\u200b', ''), content).toBe(`pong ${prefix}`);
      }
      for (const content of other) {
        expect(await answerTo(content, { prefix, prefixCase: 'ignored' }), content).toBeUndefined();
      }
    }
    const team = new TestTeam();
    let runs = 0;
    class Count {
      run(): void {
        runs++;
      }
    }
    Command({ name: 'count', summary: 'Count.' })(Count);
    const commands = team.commands([Count], { teamSettings: (teamId) => ({ prefixes: [`.${teamId}*`] }) });
    for (let index = 0; index < 10_000; index++) {
      await team.says(commands, `.t${index}*count`, { teamId: `t${index}` });
      await team.says(commands, `.t${index + 1}*count`, { teamId: `t${index}` });
    }
    expect(runs).toBe(10_000);
    await annotate('10,000 teams: each own prefix taken, each other refused', 'reached');
  }, 30_000);
});

describe('names of a team', () => {
  test('P4 aliases of a team call commands there, and a name wins over an alias', async () => {
    const teamSettings = () => ({ aliases: { Pong: 'ping', ping: 'todo list', 'PENDING\u200b': 'todo' } });
    expect(await answerTo('!PONG', { teamSettings })).toBe('pong !');
    expect(await answerTo('!ping', { teamSettings })).toBe('pong !');
    expect(await answerTo('!pending', { teamSettings })).toBe('the list');
    expect(await answerTo('!pong', { teamSettings }, { teamId: null })).toBeUndefined();
  });

  test('P4 what a team turned off is unknown there, with all that is below', async () => {
    expect(await answerTo('!todo list', { teamSettings: () => ({ disabled: ['TODO'] }) })).toBeUndefined();
    expect(await answerTo('!todo list', { teamSettings: () => ({ disabled: ['todo list'] }) })).toBeUndefined();
    expect(await answerTo('!todo list', { teamSettings: () => ({ disabled: ['ping'] }) })).toBe('the list');
  });

  test('P4 settings cannot reach a prototype', async () => {
    const aliases = JSON.parse('{"__proto__": "ping", "constructor": "ping"}');
    expect(await answerTo('!__proto__', { teamSettings: () => ({ aliases }) })).toBe('pong !');
    expect(await answerTo('!toString', { teamSettings: () => ({ aliases }) })).toBeUndefined();
    expect(({} as Record<string, unknown>)['ping']).toBeUndefined();
  });
});

describe('names', () => {
  test.each(['!ping\u2028', '!ping\u0085x', '!ping\u00a0', '!ｐｉｎｇ\u3000', '!PI\u200dNG', '!\u202eping'])(
    'P3 %j ends at white space and is compared in its plain form',
    async (content) => {
      const team = new TestTeam();
      await team.says(team.commands([Ping]), content.replace('x', ''));
      expect(team.lastText).toBe('pong !');
    },
  );

  test.each(['!pingx', '!ping,', '!pin', '!ping!'])('P6 %j is another word', async (content) => {
    expect(await answerTo(content, {})).toBeUndefined();
  });

  test('P5 a group’s name alone runs its default child, and what stands behind it is explained', async () => {
    expect(await answerTo('!todo', {})).toBe('the list');
    expect(await answerTo('!todo \n', {})).toBe('the list');
    expect(await answerTo('!todo lits', {})).toContain('Did you mean `!todo list`?');
  });

  test('P5 a default that is no child is refused, naming class and name', () => {
    @Command({ name: 'list all', summary: 'List.' })
    @CommandGroup({ name: 'list', summary: 'Lists.', default: 'none' })
    class ListAll extends TodoList {}
    expect(() => new TestTeam().commands([ListAll])).toThrow(CommandInvalid);
    expect(() => new TestTeam().commands([ListAll])).toThrow(/ListAll.*"none".*"list none"/s);
  });
});
