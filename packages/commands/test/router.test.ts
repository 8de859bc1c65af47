import { OptionInvalid } from '@botwright/core';
import { describe, expect, test } from 'vitest';
import {
  Arg,
  Command,
  type CommandClass,
  type CommandContext,
  CommandGroup,
  type Commands,
  integer,
  Rest,
  text,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

@Command({ name: 'ping', summary: 'Answer.', aliases: ['p'] })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('pong');
  }
}

@Command({ name: 'todo add', summary: 'Put something on the list.' })
@CommandGroup({ name: 'todo', summary: 'The list of this channel.' })
class TodoAdd {
  @Rest(text(), 'what to do') what!: string;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.send(`added ${this.what}`);
  }
}

@Command({ name: 'todo add many', summary: 'Put several things on the list.' })
class TodoAddMany {
  @Arg(integer(), 'how many') count!: number;

  async run(ctx: CommandContext): Promise<void> {
    await ctx.send(`added ${this.count} things`);
  }
}

function numbered(count: number): CommandClass[] {
  return Array.from({ length: count }, (_, index) => {
    class Numbered {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.reply(`number ${index}`);
      }
    }
    Command({ name: `command${index}`, summary: 'One of many.' })(Numbered);
    return Numbered;
  });
}

describe('recognising a command', () => {
  test('answers in the channel, as a reply to the message that called', async () => {
    const team = new TestTeam();
    const invocation = await team.says(team.commands([Ping]), '!ping');
    expect(invocation).toEqual({ command: 'ping', outcome: 'done' });
    expect(team.sent).toMatchObject([{ content: 'pong', replyTo: 'm1' }]);
  });

  test.each([
    '!PING',
    '! ping',
    '!ping\n',
    '!ping\t',
    '!\u3000ping\u3000',
    '!ｐｉｎｇ',
    '!pi\u200bng',
    '!p',
    '<@bot0> ping',
    '<@bot0>ping',
  ])('takes %j for ping', async (content) => {
    const team = new TestTeam();
    await team.says(team.commands([Ping]), content);
    expect(team.lastText).toBe('pong');
  });

  test.each(['', ' !ping', 'ping', '!', '!pingx', '!pin', '!!ping', '<@somebody> ping', '<b>'])(
    'takes %j for no command, without a promise',
    (content) => {
      const team = new TestTeam();
      expect(team.commands([Ping]).handle(team.messageEvent(content))).toBeUndefined();
    },
  );

  test('takes a message without text for no command', () => {
    const team = new TestTeam();
    expect(team.commands([Ping]).handle(team.messageEvent(null))).toBeUndefined();
  });

  test.each([{ bot: true }, { system: true }, { webhook: true }, { id: 'bot0' }])('P1 ignores %j', (author) => {
    const team = new TestTeam();
    expect(team.commands([Ping]).handle(team.messageEvent('!ping', author))).toBeUndefined();
  });

  test('does not ask who the bot is before a message has the prefix', () => {
    const team = new TestTeam();
    const client = {
      ...team.client,
      get user(): never {
        throw new Error('asked');
      },
    };
    const commands = team.commands([Ping], { client });
    expect(commands.handle(team.messageEvent('hello !ping'))).toBeUndefined();
    expect(() => commands.handle(team.messageEvent('!ping'))).toThrow('asked');
  });

  test('takes the longest of several prefixes, compared literally', async () => {
    const team = new TestTeam();
    const commands = team.commands([Ping], { prefix: ['.', '.*+', 'Bot '] });
    for (const content of ['.ping', '.*+ping', 'Bot ping']) await team.says(commands, content);
    expect(team.sent).toHaveLength(3);
    expect(commands.handle(team.messageEvent('xping'))).toBeUndefined();
    expect(commands.handle(team.messageEvent('bot ping'))).toBeUndefined();
  });

  test.each(['', ' ', '\n'])('refuses the prefix %j, which every message would have', (prefix) => {
    expect(() => new TestTeam().commands([Ping], { prefix })).toThrow(OptionInvalid);
  });

  test('finds the longest name, and leaves the case of arguments alone', async () => {
    const team = new TestTeam();
    const commands = team.commands([TodoAdd, TodoAddMany]);
    await team.says(commands, '!Todo  ADD Buy TEA');
    expect(team.lastText).toBe('added Buy TEA');
    await team.says(commands, '!todo add many 3');
    expect(team.lastText).toBe('added 3 things');
  });

  test('routes among 10,000 commands, and knows that a name is none of them in at most three times the time it takes among ten', async () => {
    const team = new TestTeam();
    const [few, many] = [team.commands(numbered(10)), team.commands(numbered(10_000))];
    await team.says(many, '!command9876');
    expect(team.lastText).toBe('number 9876');
    const unknown = team.messageEvent('!nothing of the kind');
    const time = (commands: Commands) => {
      const times = Array.from({ length: 50 }, () => {
        const start = performance.now();
        for (let repeat = 0; repeat < 200; repeat++) void commands.handle(unknown);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    time(few);
    // A search through all of them would take a thousand times as long.
    expect(time(many)).toBeLessThan(3 * time(few));
  });

  test('makes a new instance for each call', async () => {
    const seen = new Set<object>();
    @Command({ name: 'once', summary: 'Remember the instance.' })
    class Once {
      run(): void {
        seen.add(this);
      }
    }
    const team = new TestTeam();
    const commands = team.commands([Once]);
    await Promise.all([team.says(commands, '!once'), team.says(commands, '!once')]);
    expect(seen.size).toBe(2);
  });

  test('aborts the signal of a call with the one it was given', async () => {
    const stop = new AbortController();
    let aborted = false;
    @Command({ name: 'wait', summary: 'Wait for the end.' })
    class Wait {
      run(ctx: CommandContext): void {
        stop.abort();
        aborted = ctx.signal.aborted;
      }
    }
    const team = new TestTeam();
    await team.commands([Wait]).handle(team.messageEvent('!wait'), stop.signal);
    expect(aborted).toBe(true);
  });
});
