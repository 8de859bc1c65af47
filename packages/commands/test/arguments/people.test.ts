import { describe, expect, test } from 'vitest';
import { Arg, Command, type CommandContext, type InputRefused, member, user } from '../../src/index.js';
import { TestTeam } from '../support/team.js';

@Command({ name: 'greet', summary: 'Greet a member.' })
class Greet {
  @Arg(member(), 'whom') target!: Awaited<ReturnType<CommandContext['member']>>;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.send(this.target.id);
  }
}

@Command({ name: 'who', summary: 'Find a user.' })
class Who {
  @Arg(user(), 'whom') target!: CommandContext['author'];

  async run(ctx: CommandContext): Promise<void> {
    await ctx.send(this.target.id);
  }
}

async function answerTo(content: string, names: readonly string[] = []): Promise<unknown> {
  const team = new TestTeam();
  for (const [index, name] of names.entries()) team.addMember(name, { id: `id-${index}` });
  const invocation = await team.says(team.commands([Greet, Who]), content);
  if (invocation?.outcome === 'refused') return (invocation.error as InputRefused).problem;
  return team.lastText;
}

describe('member', () => {
  test.each([
    ['by mention', '!greet <@id-0>'],
    ['by id', '!greet id-0'],
    ['by name', '!greet Dee'],
    ['by name behind an at sign', '!greet @Dee'],
    ['by name in another case', '!greet dEE'],
    ['by the beginning of a name', '!greet de'],
  ])('is found %s', async (_how, content) => {
    expect(await answerTo(content, ['Dee', 'cy'])).toBe('id-0');
  });

  test('is the one whose name is exact, though another begins the same', async () => {
    expect(await answerTo('!greet dee', ['deeper', 'dee'])).toBe('id-1');
    expect(await answerTo('!greet dee', ['Dee', 'dee'])).toBe('id-1');
  });

  test('is never picked among several', async () => {
    const names = ['dan', 'dea', 'deb', 'dec', 'dee', 'def', 'deg'];
    expect(await answerTo('!greet DE', names)).toEqual({
      code: 'AMBIGUOUS',
      wanted: 'member',
      candidates: ['dea (id-1)', 'deb (id-2)', 'dec (id-3)', 'dee (id-4)', 'def (id-5)'],
      count: 6,
    });
    expect(await answerTo('!greet DEE', ['Dee', 'dee'])).toMatchObject({ code: 'AMBIGUOUS', count: 2 });
  });

  test.each(['!greet nobody', '!greet <@gone>', '!greet @', '!greet \u200b'])('is not found by %j', async (content) => {
    expect(await answerTo(content, ['dee'])).toEqual({ code: 'NOT_FOUND', wanted: 'member', near: [] });
  });

  test.each(['!greet @everyone', '!greet @here', '!who @everyone', '!who @here'])(
    'is nobody by %j',
    async (content) => {
      expect(await answerTo(content, ['everyone', 'here'])).toMatchObject({ code: 'NOT_WANTED' });
    },
  );
});

describe('user', () => {
  test.each(['!who <@id-0>', '!who id-0', '!who dee', '!who @Dee', '!who De'])('is found by %j', async (content) => {
    expect(await answerTo(content, ['dee'])).toBe('id-0');
  });

  test('is never a member who took the id of somebody else as a name', async () => {
    expect(await answerTo('!who id-0', ['dee', 'id-0'])).toBe('id-0');
  });

  test('is never picked among several members', async () => {
    expect(await answerTo('!who de', ['dea', 'deb'])).toMatchObject({ code: 'AMBIGUOUS', count: 2 });
  });

  test('is told apart: unknown ids, and texts that are no id', async () => {
    expect(await answerTo('!who gone')).toEqual({ code: 'NOT_FOUND', wanted: 'user', near: [] });
    expect(await answerTo('!who ../me')).toMatchObject({ code: 'NOT_WANTED' });
    expect(await answerTo('!who <@../me>')).toMatchObject({ code: 'NOT_WANTED' });
  });
});
